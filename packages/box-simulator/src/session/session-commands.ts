import { calls } from '../command-table.ts';
import { Refusal } from '../simulator-refusal.ts';

/** Codes of the account service (specification, section 8). */
const ACCOUNT = { badParameter: 2004, nobody: 1010, wrongPassword: 1009, noName: 1018 } as const;

const REQUIRED_FIELDS = ['appId', 'appIdSecurity', 'appKey', 'devtype', 'logintype', 'pwd'] as const;

/** Sign-in by account and offline sign-in are one call on one origin. It returns token and name, but no rights. */
export const session = calls(
  {
    'POST /transitAuth/check': (call, box) => {
      const name = call.text(0, 'userName', '');
      if (name === '') throw new Refusal(ACCOUNT.noName);
      if (REQUIRED_FIELDS.some((field) => call.raw(0, field) === undefined)) throw new Refusal(ACCOUNT.badParameter);
      const user = box.users.find((one) => one.name === name);
      if (user === undefined) throw new Refusal(ACCOUNT.nobody);
      if (user.password !== call.text(0, 'pwd')) throw new Refusal(ACCOUNT.wrongPassword);
      return { token: box.sessions.start(user).token, userName: user.name };
    },
    'POST /transitAuth/logout': (call, box) => {
      box.sessions.end(call.token);
      return {};
    },
  },
  { form: 'top', access: 'nobody' },
);

import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { calls } from '../command-table.ts';

const ACC = { keyFailed: 1000, wrongCode: 1007, nobody: 1010, notAdmin: 1020, tooSoon: 2002, bad: 2004 } as const;

/** The account data of a user. */
interface SimulatedPerson {
  nickName: string;
  mail: string;
  mobile: string;
  avatar: string;
}

const people = stateOfBox((box) => {
  const known = new Map<string, SimulatedPerson>();
  for (const { name } of box.users) known.set(name, { nickName: '', mail: '', mobile: '13800000000', avatar: '' });
  return known;
});

const requireSelf = (call: CommandCall, box: BoxState): SimulatedPerson => requirePerson(box, call.caller.name);
const requirePerson = (box: BoxState, name: string): SimulatedPerson => {
  const person = people(box).get(name);
  if (person === undefined) throw new Refusal(ACC.nobody);
  return person;
};

/** The verification code in every message; the simulator sends no messages. */
export const VERIFICATION_CODE = '123456';

export const checkCode = (call: CommandCall, name: string): void => {
  if (call.text(0, name) !== VERIFICATION_CODE) throw new Refusal(ACC.wrongCode);
};

const changeField =
  (name: keyof SimulatedPerson, code?: string) =>
  (call: CommandCall, box: BoxState): Fields => {
    if (code !== undefined) checkCode(call, code);
    requireSelf(call, box)[name] = call.text(0, name);
    return {};
  };

export const peopleCalls = [
  ...calls({
    'GET /user/userinfo': (call, box) => ({ userName: call.caller.name, mobile: requireSelf(call, box).mobile }),
    'GET /user/avatar': (call, box) => ({
      avatar: requirePerson(box, call.text(0, 'target', call.caller.name)).avatar,
    }),
    'GET /user/friends': (call, box) =>
      [...people(box).keys()].filter((name) => name !== call.caller.name).map((userName) => ({ userName })),
    'GET /user/nickName': (call, box) =>
      call
        .text(0, 'userNames')
        .split(',')
        .filter((name) => people(box).has(name))
        .map((userName) => ({ userName, nickName: requirePerson(box, userName).nickName })),
    'GET /user/userPoints': () => ({ points: '12' }),
    'POST /user/modifyNick': changeField('nickName'),
    'POST /user/modifyMail': changeField('mail', 'mailCode'),
    'POST /user/modifyMobile': changeField('mobile', 'mobileCode'),
    'POST /user/modifyAvatar': (call, box) => {
      requireSelf(call, box).avatar = 'avatar/new';
      return {};
    },
    'POST /user/modifyPwd': (call) => {
      if (call.text(0, 'password').length < 6) throw new Refusal(ACC.bad);
      checkCode(call, 'code');
      return {};
    },
    'POST /user/sendAdvice': (call) => {
      call.text(0, 'adviceContent');
      return {};
    },
  }),
  ...calls(
    {
      'POST /auth/send': (call) => {
        call.text(0, 'param');
        if (call.text(0, 'secret', '') === '') throw new Refusal(ACC.keyFailed);
        return {};
      },
      'GET /auth/checkCode': (call) => {
        checkCode(call, 'code');
        return {};
      },
    },
    { access: 'nobody' },
  ),
];

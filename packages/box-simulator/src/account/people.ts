import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { calls } from '../table.ts';

const ACC = { keyFailed: 1000, wrongCode: 1007, nobody: 1010, notAdmin: 1020, tooSoon: 2002, bad: 2004 } as const;

/** The account data of a user. */
interface Person {
  nickName: string;
  mail: string;
  mobile: string;
  avatar: string;
}

const people = ofBox((box) => {
  const known = new Map<string, Person>();
  for (const { name } of box.users) known.set(name, { nickName: '', mail: '', mobile: '13800000000', avatar: '' });
  return known;
});

const me = (call: Call, box: Box): Person => personOf(box, call.caller.name);
const personOf = (box: Box, name: string): Person => {
  const person = people(box).get(name);
  if (person === undefined) throw new Refusal(ACC.nobody);
  return person;
};

/** The verification code in every message; the simulator sends no messages. */
export const VERIFICATION_CODE = '123456';

export const checkCode = (call: Call, name: string): void => {
  if (call.text(0, name) !== VERIFICATION_CODE) throw new Refusal(ACC.wrongCode);
};

const change =
  (name: keyof Person, code?: string) =>
  (call: Call, box: Box): Fields => {
    if (code !== undefined) checkCode(call, code);
    me(call, box)[name] = call.text(0, name);
    return {};
  };

export const peopleCalls = [
  ...calls({
    'GET /user/userinfo': (call, box) => ({ userName: call.caller.name, mobile: me(call, box).mobile }),
    'GET /user/avatar': (call, box) => ({ avatar: personOf(box, call.text(0, 'target', call.caller.name)).avatar }),
    'GET /user/friends': (call, box) =>
      [...people(box).keys()].filter((name) => name !== call.caller.name).map((userName) => ({ userName })),
    'GET /user/nickName': (call, box) =>
      call
        .text(0, 'userNames')
        .split(',')
        .filter((name) => people(box).has(name))
        .map((userName) => ({ userName, nickName: personOf(box, userName).nickName })),
    'GET /user/userPoints': () => ({ points: '12' }),
    'POST /user/modifyNick': change('nickName'),
    'POST /user/modifyMail': change('mail', 'mailCode'),
    'POST /user/modifyMobile': change('mobile', 'mobileCode'),
    'POST /user/modifyAvatar': (call, box) => {
      me(call, box).avatar = 'avatar/new';
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

/** SMB and WebDAV: the two file services of the box, each with its own users. */
import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import type { Answer } from '../table.ts';
import { commands } from '../table.ts';

interface Service {
  enable: string;
  port: string;
  anonymous: Fields;
  readonly users: Map<string, { readonly readonly: string; readonly dirs: readonly string[] }>;
}

const make = (port: string): Service => ({
  enable: '1',
  port,
  anonymous: { enable: 0, readonly: 1 },
  users: new Map(),
});
const services = ofBox(() => ({ SMB: make('445'), WEBDAV: make('5005') }));
type Name = 'SMB' | 'WEBDAV';

const users = (service: Service, call: Call): Fields => {
  const list = [...service.users].map(([name, user]) => ({ name, ...user }));
  const offset = call.number(1, 'offset', 0);
  return { total: String(list.length), list: list.slice(offset, offset + call.number(0, 'count', 32)) };
};

const MOST_PASSWORD = 10;
const checkPassword = (password: string): void => {
  if (password.length > MOST_PASSWORD) throw new Refusal(GENERIC.passwordTooLong);
  if (password.length < 4) throw new Refusal(GENERIC.invalid);
};

const known = (service: Service, name: string) => {
  const user = service.users.get(name);
  if (user === undefined) throw new Refusal(GENERIC.userNotFound);
  return user;
};

/** The commands of one service; `change` modifies it and returns nothing. */
const ofService = (name: Name): Readonly<Record<string, Answer>> => {
  const of = (box: Box): Service => services(box)[name];
  const act =
    (change: (service: Service, call: Call) => void): Answer =>
    (call, box) => {
      change(of(box), call);
      return {};
    };
  return {
    [`${name}SET`]: act((service, call) => {
      service.enable = call.text(0, 'enable');
      service.port = call.text(1, 'port', service.port);
    }),
    [`${name}USERLIST`]: (call, box) => users(of(box), call),
    [`${name}USERADD`]: act((service, call) => {
      const [user = '', password = '', readonly = '0', ...dirs] = call.texts(0, 'user');
      checkPassword(password);
      if (service.users.has(user)) throw new Refusal(GENERIC.invalid);
      service.users.set(user, { readonly, dirs });
    }),
    [`${name}USERDEL`]: act((service, call) => {
      known(service, call.text(0, 'user'));
      service.users.delete(call.text(0, 'user'));
    }),
    [`${name}USERPWD`]: act((service, call) => {
      checkPassword(call.text(1, 'password'));
      known(service, call.text(0, 'user'));
    }),
  };
};

export const fileServices = [
  ...commands('/eshell', {
    SMBSTATUS: (_, box) => ({ enable: services(box).SMB.enable }),
    WEBDAVSTATUS: (_, box) => ({ enable: services(box).WEBDAV.enable, port: services(box).WEBDAV.port }),
    SMBGETANONYMOUSCFG: (_, box) => services(box).SMB.anonymous,
  }),
  ...commands(
    '/eshell',
    {
      ...ofService('SMB'),
      ...ofService('WEBDAV'),
      SMBSETANONYMOUSCFG: (call, box) => {
        services(box).SMB.anonymous = { enable: call.text(0, 'enable'), readonly: call.text(1, 'readonly', '1') };
        return {};
      },
    },
    { access: 'admin' },
  ),
];

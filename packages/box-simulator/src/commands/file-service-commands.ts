/** SMB and WebDAV: the two file services of the box, each with its own users. */
import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import type { CommandHandler } from '../command-table.ts';
import { commands } from '../command-table.ts';

interface FileServiceState {
  enable: string;
  port: string;
  anonymous: Fields;
  readonly users: Map<string, { readonly readonly: string; readonly dirs: readonly string[] }>;
}

const createService = (port: string): FileServiceState => ({
  enable: '1',
  port,
  anonymous: { enable: 0, readonly: 1 },
  users: new Map(),
});
const services = stateOfBox(() => ({ SMB: createService('445'), WEBDAV: createService('5005') }));
type FileServiceName = 'SMB' | 'WEBDAV';

const users = (service: FileServiceState, call: CommandCall): Fields => {
  const list = [...service.users].map(([name, user]) => ({ name, ...user }));
  const offset = call.number(1, 'offset', 0);
  return { total: String(list.length), list: list.slice(offset, offset + call.number(0, 'count', 32)) };
};

const MAX_PASSWORD_LENGTH = 10;
const checkPassword = (password: string): void => {
  if (password.length > MAX_PASSWORD_LENGTH) throw new Refusal(GENERIC.passwordTooLong);
  if (password.length < 4) throw new Refusal(GENERIC.invalid);
};

const requireUser = (service: FileServiceState, name: string) => {
  const user = service.users.get(name);
  if (user === undefined) throw new Refusal(GENERIC.userNotFound);
  return user;
};

/** The commands of one service; `change` modifies it and returns nothing. */
const ofService = (name: FileServiceName): Readonly<Record<string, CommandHandler>> => {
  const of = (box: BoxState): FileServiceState => services(box)[name];
  const changing =
    (change: (service: FileServiceState, call: CommandCall) => void): CommandHandler =>
    (call, box) => {
      change(of(box), call);
      return {};
    };
  return {
    [`${name}SET`]: changing((service, call) => {
      service.enable = call.text(0, 'enable');
      service.port = call.text(1, 'port', service.port);
    }),
    [`${name}USERLIST`]: (call, box) => users(of(box), call),
    [`${name}USERADD`]: changing((service, call) => {
      const [user = '', password = '', readonly = '0', ...dirs] = call.texts(0, 'user');
      checkPassword(password);
      if (service.users.has(user)) throw new Refusal(GENERIC.invalid);
      service.users.set(user, { readonly, dirs });
    }),
    [`${name}USERDEL`]: changing((service, call) => {
      requireUser(service, call.text(0, 'user'));
      service.users.delete(call.text(0, 'user'));
    }),
    [`${name}USERPWD`]: changing((service, call) => {
      checkPassword(call.text(1, 'password'));
      requireUser(service, call.text(0, 'user'));
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

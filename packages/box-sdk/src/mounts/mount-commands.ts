import { jsonText, list, noArguments, nothing, positional, str, struct } from '@boxwood/command-bus/codecs';
import { shellCommand, SLOW_HARDWARE_TIMEOUT_MS } from '../define-commands.ts';
import { EntryId } from '../request-limits.ts';
import { MOUNT_MODELS, NetMount, NetMountChange } from './mount-model.ts';

/**
 * Lists network storage; everyone may use the mounts of the administrator. Passwords are empty.
 *
 * `POST /eshell` `NETMOUNTLIST []` (X57). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.mounts.list();
 * ```
 */
export const ListMounts = shellCommand({
  name: 'ListMounts',
  cmd: 'NETMOUNTLIST',
  params: noArguments,
  result: struct({
    /** Mounts of the administrator. */
    list: list(NetMount),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
  models: MOUNT_MODELS,
});

/**
 * Mounts network storage and saves it if the mount succeeds. Administrator only.
 *
 * `POST /eshell` `NETMOUNTADD [JSON text]` (X58). Refusals: 3 could not be mounted (info says why), 6 wrong password,
 * 11 local name in use or not on this model, 15 no such share, 16 too many.
 *
 * @example
 * ```ts
 * await box.mounts.add({
 *   mount: {
 *     kind: 'smb', addr: '192.168.1.9', port: 445, user: 'ann', password: 'x', mntpoint: 'films', mntdir: 'films', remark: '',
 *   },
 * });
 * ```
 */
export const AddMount = shellCommand({
  name: 'AddMount',
  cmd: 'NETMOUNTADD',
  params: positional({
    /** Settings of the mount. */
    mount: jsonText(NetMountChange),
  }),
  result: struct({
    /** Id used in other calls. */
    id: str,
  }),
  refusals: [3, 6, 11, 15, 16],
  access: 'admin',
  idempotent: false,
  models: MOUNT_MODELS,
  secrets: ['mount'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Changes network storage and remounts it; an empty password keeps the old one. Administrator only.
 *
 * `POST /eshell` `NETMOUNTSET [id, JSON text]` (X59). Refusals: 3 could not be mounted (info says why), 6 wrong
 * password, 11 unknown id or local name in use.
 *
 * @example
 * ```ts
 * await box.mounts.set({
 *   id: 'n1',
 *   mount: {
 *     kind: 'nfs', addr: '192.168.1.9', port: 2049, user: '', password: '', mntpoint: '/films', mntdir: 'films', remark: '',
 *   },
 * });
 * ```
 */
export const SetMount = shellCommand({
  name: 'SetMount',
  cmd: 'NETMOUNTSET',
  params: positional({
    id: EntryId,
    /** New settings, which replace the old ones. */
    mount: jsonText(NetMountChange),
  }),
  result: nothing,
  refusals: [3, 6, 11],
  access: 'admin',
  idempotent: false,
  models: MOUNT_MODELS,
  secrets: ['mount'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Unmounts network storage and removes its settings; remote files are not deleted. Administrator only.
 *
 * `POST /eshell` `NETMOUNTDEL [id]` (X60). Refusals: 3 in use, 11 unknown id.
 *
 * @example
 * ```ts
 * await box.mounts.remove({ id: 'n1' });
 * ```
 */
export const RemoveMount = shellCommand({
  name: 'RemoveMount',
  cmd: 'NETMOUNTDEL',
  params: positional({ id: EntryId }),
  result: nothing,
  refusals: [3, 11],
  access: 'admin',
  idempotent: false,
  models: MOUNT_MODELS,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

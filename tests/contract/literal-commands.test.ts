/**
 * Every command of both SDKs at the literal box, with the parameters of its fixture: it succeeds, or is refused with a
 * number that the command documents. A command that is refused although its prerequisites exist says so in its fixture
 * (`literal`).
 */
import { signInParams } from '@boxwood/account-sdk';
import { createClient, fetchTransport } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/box-sdk';
import { createSimulatedBox, manualClock } from '@boxwood/box-simulator';
import type { BoxError, CommandSpec } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';
import { expect, it } from 'vitest';
import { sdks } from './fixtures.ts';

/** All users in the fixtures. */
const USERS = ['ann', 'ann_lee', 'bob', 'bob_lee'].map((name) => ({
  name,
  password: { ann: 'correct horse', ann_lee: 'secret1' }[name] ?? 'secret2',
  admin: name.startsWith('ann'),
}));
/** All files in the fixtures that must exist. */
const FILES = Object.fromEntries(
  [
    'a.txt',
    'a.jpg',
    'b.jpg',
    'old.txt',
    'note.txt',
    'Photos/a.jpg',
    'Photos/旅行',
    'Trip/a.jpg',
    'Work/b.txt',
    '日记.txt',
  ]
    .map((name) => `/mnt/usb1/ann/${name}`)
    .concat('/mnt/usb1/shared-files/Films/Metropolis.mkv', '/mnt/extdev/stick/old.iso', '/mnt/usb2/ann/b.txt')
    .map((path) => [path, 'bytes']),
);

type Step = string | number | readonly [command: string, changes: object];

/**
 * Steps before a command that create its prerequisites: commands with the parameters of their fixtures, or milliseconds
 * to wait.
 */
const BEFORE: readonly (readonly [commands: RegExp, ...steps: readonly Step[]])[] = [
  [/^FinishUpload$/, ['PrepareUpload', { target: '/mnt/usb1/ann/film.mkv', size: 0 }]],
  [/^(Restore|Delete)Trash$/, 'TrashFiles', 'ListTrash'],
  [/^(Delete|Pause)Task$/, 'AddTask', ['ListTasks', { status: 0 }]],
  [/^ResumeTask$/, 'AddTask', ['ListTasks', { status: 0 }], 'PauseTask'],
  [/^(GetSafeStatus|UnlockSafe|ChangeSafePassword)$/, 'SetUpSafe'],
  [/^(GetPrivateStatus|UnlockPrivate)$/, 'SetPrivatePassword'],
  [/^GetRootJson$/, 'SetRootJson'],
  [/^(SelectWifi|GetWirelessConfig)$/, 'StoreWifi'],
  [/^ForgetWifi$/, ['StoreWifi', { ssid: 'old' }]],
  [/^(Delete|Set)(Smb|Webdav)(User|Password)$/, 'AddSmbUser', 'AddWebdavUser'],
  [/^MountDisk$/, 'InitDisk', 10_000],
  [/^(Stop|Start)Array$|ArrayMember$/, 'CreateArray'],
  [/^DeleteArray$/, 'CreateArray', 'StopArray'],
  [/^RemoveShare$/, 'CreateShareLink', 'ListShares'],
  [/^RemoveFamilyShare$/, 'PutFamilyShare', 'ListFamilyShares'],
  [/^(RemoveAlbum|ListAlbumFolders|AddAlbumFolders?|SetAlbumCover)$/, 'PutAlbum', 'ListAlbums'],
  [/^RemoveAlbumFolder$/, 'PutAlbum', 'ListAlbums', 'AddAlbumFolder'],
  [/^RemoveMediaCategory$/, 'PutMediaCategory', 'ListMediaCategories'],
  [/^RemoveListener$/, 'PutListener', 'ListListeners'],
  [/^ScanListener$/, 'PutListener', 10_000, 'ListListeners'],
  [/^(Get|Set|Lock|Match)Media$/, 'PutListener', 10_000, ['ListMedia', { start: 0 }]],
  [/^(Remove|Pause)Download$/, 'AddDownload', ['ListWaitingDownloads', { offset: 0 }]],
  [/^ResumeDownload$/, 'AddDownload', ['ListWaitingDownloads', { offset: 0 }], 'PauseDownload'],
  [/^(Delete|Restart)DriveTask$/, 'CreateDriveTask', ['ListDriveTasks', { state: 0 }]],
  [/^(RemoveDriveNode|GetDriveToken)$/, 'AddDriveNode'],
  [/^(Get|Restart|Stop|Uninstall|Configure)Plugin$/, 'InstallPlugin', 60_000],
  [/^InitEngine$/, 'UninstallEngine'],
  [/^UninstallBuiltin$/, 'InstallBuiltin'],
  [/^(Get|Update|Start|Restart|Remove)Container$|^ReadContainerLogs$/, 'CreateContainer', 'ListContainers'],
  [
    /^(Stop|Pause)Container$|^ListContainerProcesses$|^OpenContainerTerminal$/,
    'CreateContainer',
    'ListContainers',
    'StartContainer',
  ],
  [/^ResumeContainer$/, 'CreateContainer', 'ListContainers', 'StartContainer', 'PauseContainer'],
  [/^(Remove|Export)Image$/, 'ListImages'],
  [/^GetImagePull$/, 'PullImage'],
  [/^(Remove|Run|Report)Backup$/, 'PutBackup', ['ListBackups', { kind: 'sync' }]],
  [/^StopBackup$/, 'PutBackup', ['ListBackups', { kind: 'sync' }], 'RunBackup'],
  [/^(Set|Remove)Mount$/, 'ListMounts'],
  [/^(Enable|Stop|Delete)Domain$/, 'AddDomain'],
  [
    /^(GetProduct|GetProductConf|ListPortRemarks|SetWhitelist|BindProduct|UnbindProduct|SetProductDomain|RenameProduct)$/,
    'RequestTrial',
    ['ListProducts', { offset: 0 }],
  ],
  [/^(SetPorts|SetPortRemark|SignInForFlow)$/, 'RequestTrial', ['ListProducts', { offset: 0 }]],
];

const NAMES = ['id', 'tb_id', 'subId', 'uuid'] as const;

/** The id of the first item in an answer. */
const idIn = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return idIn(value[0]);
  if (!isRecord(value)) return undefined;
  const own = NAMES.map((name) => value[name]).find((one) => typeof one === 'string');
  return typeof own === 'string'
    ? own
    : Object.values(value)
        .map(idIn)
        .find((one) => one !== undefined);
};

/** The parameters with this id instead of the fixture's. */
const named = (params: unknown, id: string): unknown => {
  if (!isRecord(params)) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      if (key === 'ids') return [key, [id]];
      if (['id', 'subId', 'uuid'].includes(key)) return [key, value === '' ? '' : id];
      return [key, key === 'info' || key === 'container' ? named(value, id) : value];
    }),
  );
};

const codeOf = (error: BoxError): string =>
  error._tag === 'Refused' ? String(error.code) : error._tag === 'Http' ? String(error.status) : error._tag;

/** In addition to its own numbers every command may be refused as unknown, as malformed, or for lack of rights. */
const isDocumented = (command: CommandSpec, error: BoxError): boolean =>
  (error._tag === 'Refused' && [...command.refusals, 4, 13, 18, 19, 20].includes(error.code)) ||
  (error._tag === 'Http' && error.status === 404);

for (const sdk of sdks)
  it(`${sdk.name}: every command is done, or refused with a number it documents`, async () => {
    const of = (name: string) => {
      const command = sdk.commands.find((one) => one.name === name);
      const fixture = sdk.fixtures.find((one) => one.command === name);
      if (command === undefined || fixture === undefined) throw new Error(name);
      return { command, params: fixture.params };
    };
    const call = async (client: Client, name: string, id: string | undefined, changes: object = {}) => {
      const { command, params } = of(name);
      const changed = isRecord(params) ? { ...params, ...changes } : params;
      return client.exec(command, id === undefined ? changed : named(changed, id))();
    };
    const user = USERS.find(({ name }) => name === sdk.identity.username);
    if (user === undefined) throw new Error('nobody');

    const refused: Record<string, string> = {};
    const wrong: string[] = [];
    for (const { name, refusals } of sdk.commands.filter((one) => one.name !== 'GetRoster')) {
      const clock = manualClock();
      const box = await createSimulatedBox({ users: USERS, files: FILES, clock, boxName: 'box7' });
      const transport = fetchTransport();
      const door = createClient({ baseUrl: box.origin, transport });
      const signIn = sdks.flatMap(({ commands }) => commands).find((one) => one.name === 'SignIn');
      if (signIn === undefined) throw new Error('no sign-in');
      const signedIn = await door.exec(signIn, signInParams(user.name, user.password, 'k'.repeat(32)))();
      const token = signedIn._tag === 'Right' && isRecord(signedIn.right) ? String(signedIn.right['token']) : '';
      const client = createClient({
        baseUrl: box.origin,
        transport,
        identity: () => ({ username: user.name, token }),
      });
      let id: string | undefined;
      for (const step of BEFORE.find(([commands]) => commands.test(name))?.slice(1) ?? []) {
        if (typeof step === 'number') clock.advance(step);
        else if (!(step instanceof RegExp)) {
          const [before, changes] = typeof step === 'string' ? [step] : step;
          const done = await call(client, before, id, changes);
          if (done._tag === 'Left') wrong.push(`${name}: ${before} first: ${JSON.stringify(done.left)}`);
          else id = idIn(done.right) ?? id;
        }
      }
      const changes = {
        FinishUpload: { size: 0 },
        SignInOffline: { pwd: user.password },
        CallDownloadRpc: { params: [`token:${token}`, 0, 10] },
      }[name];
      const done = await call(client, name, id, changes);
      await box.close();
      if (done._tag === 'Right') continue;
      refused[name] = codeOf(done.left);
      if (!isDocumented(of(name).command, done.left))
        wrong.push(`${name} (documents ${refusals.join()}): ${JSON.stringify(done.left)}`);
    }
    expect(wrong).toEqual([]);
    const known = sdk.fixtures.flatMap(({ command, literal }) =>
      literal === undefined ? [] : [[command, literal] as const],
    );
    expect(refused).toEqual(Object.fromEntries(known));
  });

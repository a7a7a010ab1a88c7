import { readdirSync, readFileSync } from 'node:fs';
import type { CommandSpec } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import * as c from './command-tree.ts';

/** Catalogue id, command, wire path, command word, access; then the timeout in ms when it is not the default. */
const ROWS: readonly (readonly [string, CommandSpec, string, string | null, string, number?])[] = [
  ['SDK-B01', c.ListFiles, '/fsnotify', 'LIST', 'user'],
  ['SDK-B02', c.MakeFolder, '/eshell', 'MKDIR', 'user'],
  ['SDK-B03', c.MoveFile, '/eshell', 'MOVE', 'user'],
  ['SDK-B04', c.TrashFiles, '/eshell', 'TRASHIN', 'user', 120_000],
  ['SDK-B05 SDK-011 SDK-B112 CONST-78', c.RemoveFiles, '/eshell', 'REMOVE', 'user', 30_000],
  ['SDK-B06 SDK-B108', c.MeasureFolder, '/eshell', 'DU', 'user'],
  ['SDK-B07', c.ListDisks, '/eshell', 'LISTDISKS', 'user', 20_000],
  ['SDK-B08 SDK-B109', c.EjectDisk, '/eshell', 'UMOUNT', 'user', 20_000],
  ['SDK-B09', c.GetProductInfo, '/eshell', 'GETPRODUCTINFO', 'user'],
  ['SDK-B10 ROLE-01', c.RebootBox, '/eshell', 'REBOOT', 'admin'],
  ['SDK-B11 ROLE-01', c.PowerOffBox, '/eshell', 'POWEROFF', 'admin'],
  ['SDK-B12', c.RestartNetwork, '/eshell', 'NETREBOOT', 'admin'],
  ['SDK-B13', c.ListInterfaces, '/eshell', 'GETNETWORKINFO', 'user'],
  ['SDK-B14', c.ScanWifi, '/eshell', 'WIFILIST', 'user', 20_000],
  ['SDK-B15', c.ListStoredWifi, '/eshell', 'WIFILISTCFG', 'user'],
  ['SDK-B16', c.SetWifiRadio, '/eshell', 'WIFISET', 'admin'],
  ['SDK-B17', c.RestartWifi, '/eshell', 'WIFIRESTART', 'admin'],
  ['SDK-B18', c.SelectWifi, '/eshell', 'WIFISELECT', 'admin'],
  ['SDK-B19', c.GetWiredConfig, '/eshell', 'WIREDCFGGET', 'user'],
  ['SDK-B20', c.GetWirelessConfig, '/eshell', 'WIRELESSCFGGET', 'user'],
  ['SDK-B21', c.SetWiredConfig, '/eshell', 'WIREDCFG', 'admin'],
  ['SDK-B22', c.StoreWifi, '/eshell', 'WIRELESSCFGADD', 'admin'],
  ['SDK-B23', c.GetDiskHealth, '/eshell', 'GETHDDINFO', 'admin', 20_000],
  ['SDK-B24', c.ListArrays, '/eshell', 'MDLIST', 'admin'],
  ['SDK-B25', c.GetRemoteStatus, '/eshell', 'FRPCSTATUS', 'user'],
  ['SDK-B26', c.ListSmbUsers, '/eshell', 'SMBUSERLIST', 'admin'],
  ['SDK-B27', c.ListWebdavUsers, '/eshell', 'WEBDAVUSERLIST', 'admin'],
  ['SDK-B28', c.GetSmbAnonymous, '/eshell', 'SMBGETANONYMOUSCFG', 'user'],
  ['SDK-B29', c.GetLed, '/eshell', 'GETLEDSTATUS', 'user'],
  ['SDK-B30', c.SetLed, '/eshell', 'SETLEDSTATUS', 'admin'],
  ['SDK-B31', c.GetPower, '/eshell', 'POWERSTATUS', 'user'],
  ['SDK-B32', c.GetRootJson, '/eshell', 'ROOTETCJSONGET', 'user'],
  ['SDK-B33', c.SetRootJson, '/eshell', 'ROOTETCJSONSET', 'admin'],
  ['SDK-B34', c.SetDate, '/eshell', 'DATESET', 'admin'],
  ['SDK-B35', c.GetSafeStatus, '/eshell', 'SAFEBOXGETPSW', 'user'],
  ['SDK-B36', c.SetUpSafe, '/eshell', 'SAFEBOXUSERADD', 'user'],
  ['SDK-B37', c.SetPrivatePassword, '/eshell', 'SAFEHOMEPASSWDSET', 'user'],
  ['SDK-B38', c.UnlockPrivate, '/eshell', 'SAFEHOMEPASSWDCHK', 'user'],
  ['SDK-B39 to SDK-B44', c.AddTask, '/offlinetask', 'ADDTASK', 'user'],
  ['SDK-B45', c.ListTasks, '/offlinetask', 'LISTTASK', 'user'],
  ['SDK-B46', c.CountTasks, '/offlinetask', 'QRYTASKNUM', 'user'],
  ['SDK-B47', c.DeleteTask, '/offlinetask', 'DELTASK', 'user'],
  ['SDK-B48', c.DeleteTasks, '/offlinetask', 'DELTASKS', 'user'],
  ['SDK-B49', c.ListUsage, '/offlinetask', 'DULIST', 'user'],
  ['SDK-B50', c.StartUsageScan, '/offlinetask', 'DUSTART', 'user'],
  ['SDK-B66', c.PrepareUpload, '/filetrans', 'PREPUT', 'user'],
  ['SDK-B69', c.FinishUpload, '/filetrans', 'PUTDONE', 'user'],
  ['SDK-B70', c.ListDirect, '/port_20254/tools', 'FSLIST', 'user'],
  ['SDK-B100', c.GetNatType, '/starplan', 'GETNATTYPE', 'user'],
  ['SDK-B107', c.RenameFiles, '/eshell', 'BATCHRENAME', 'user', 120_000],
  ['SDK-B110', c.GetPublicIp, '/eshell', 'GETPUBLICIP', 'user'],
  ['SDK-B120', c.SignInOffline, '/transitAuth/check', null, 'public'],
  ['X01', c.PauseTask, '/offlinetask', 'PAUSETASK', 'user'],
  ['X02', c.ResumeTask, '/offlinetask', 'RESUMETASK', 'user'],
  ['X19', c.GetFileKey, '/eshell', 'KEYGET', 'user'],
  ['X20', c.GetDeviceStatus, '/eshell', 'GETDEVSTATUS', 'user'],
  ['X36', c.SetRemoteConfig, '/eshell', 'FRPCCFGSET', 'admin'],
  ['X45 ROLE-02', c.InitDisk, '/eshell', 'DISKINIT', 'admin', 300_000],
  ['X49 ROLE-02', c.CreateArray, '/eshell', 'MDCREATE', 'admin', 300_000],
];

const isCommand = (value: unknown): value is CommandSpec =>
  typeof value === 'object' && value !== null && 'cmd' in value && 'refusals' in value;
const all = Object.values<unknown>({ ...c }).filter(isCommand);

describe('declarations', () => {
  for (const [id, command, path, cmd, access, timeoutMs] of ROWS)
    it(`${id}: ${command.name}`, () => {
      expect([command.path, command.cmd, command.access, command.timeoutMs]).toEqual([path, cmd, access, timeoutMs]);
    });

  it('ROLE-02 G-65: everything about disks and arrays but listing, ejecting and measuring is the administrator’s', () => {
    const open = all.filter(
      (one) => /^(DISK|MD|SMART)/.test(one.cmd ?? '') && one.path === '/eshell' && one.access !== 'admin',
    );
    expect(open.map((one) => one.name)).toEqual([]);
  });

  it('keeps passwords and codes out of logs', () => {
    const leaking = all.flatMap((command) =>
      Object.keys(sampleOf(command))
        .filter((key) => /^(password|old|pwd|token|code)$/.test(key) && !(command.secrets ?? []).includes(key))
        .map((key) => `${command.name}.${key}`),
    );
    // Users read the code of an HTTP share aloud together with its link, so it is not a secret here.
    expect(leaking.filter((name) => !/Share/.test(name))).toEqual([]);
  });

  it('only reads and repeatable preparations are repeated by the client (G-70)', () => {
    const writes =
      /^(SET|ADD|DEL|REMOVE|MOVE|TRASH(IN|OUT|DEL|CLEAR)|WIFI(SET|SELECT|RESTART|DELCFG)|DISK|MD(C|S|D|A|R)|REBOOT|POWEROFF|UNDO|REDO|BATCHRENAME|PUTDONE|UMOUNT|DATESET)/;
    const repeated = all.filter((one) => one.path === '/eshell' && writes.test(one.cmd ?? '') && one.idempotent);
    expect(repeated.map((one) => one.name)).toEqual([]);
  });
});

/** The parameters of the command's golden fixture. */
function sampleOf({ name }: CommandSpec): object {
  const root = new URL('../fixtures/', import.meta.url);
  const file = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`/${name}.json`));
  const fixture: unknown = file === undefined ? {} : JSON.parse(readFileSync(new URL(file, root), 'utf8'));
  return isRecord(fixture) && isRecord(fixture['params']) ? fixture['params'] : {};
}

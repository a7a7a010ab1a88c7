import { describe, expect, it } from 'vitest';
import { isRecord } from '@boxwood/command-bus/codecs';
import * as commands from './command-tree.ts';

/**
 * Row of the call catalogue: id, command, endpoint, command word, error family. The fixtures check the shapes.
 * CLOUDDRIVE-09 is B105 and B106, CLOUDDRIVE-14 B51 and B56 to B59, CLOUDDRIVE-15 B52 to B55.
 */
const CATALOGUE = `
SDK-B51 CreateDriveTask / CREATETASK TSK
SDK-B52 AddDriveNode / CREATENODE GEN
SDK-B53 ListDriveNodes / LISTNODE GEN
SDK-B54 RemoveDriveNode / DELETENODE GEN
SDK-B55 GetDriveToken / GETTOKEN GEN
SDK-B56 DeleteDriveTask / DELETETASK TSK
SDK-B57 DeleteDriveTasks / DELTASK_BYSTATE TSK
SDK-B58 RestartDriveTask / DOWNRESTART TSK
SDK-B59 ListDriveTasks / LISTTASK TSK
SDK-B60 AddShare /{token} SHAREADD GEN
SDK-B61 ListShares /{token} SHARELIST GEN
SDK-B62 RemoveShare /{token} SHAREDEL GEN
SDK-B63 CreateShareLink /{token} SHAREURL GEN
SDK-B64 GetAiConfig /{token} AICFGGET GEN
SDK-B65 SetAiConfig /{token} AICFGSET GEN
SDK-B71 ListPlugins /pluginmanager LIST PLG
SDK-B72 InstallPlugin /pluginmanager INSTALL PLG
SDK-B73 GetPlugin /pluginmanager INFO PLG
SDK-B74 RestartPlugin /pluginmanager RESTART PLG
SDK-B75 StopPlugin /pluginmanager STOP PLG
SDK-B76 UninstallPlugin /pluginmanager UNINSTALL PLG
SDK-B77 ConfigurePlugin /pluginmanager CFGSET PLG
SDK-B78 AddDownload /downloader ADDURI TSK
SDK-B79 RemoveDownload /downloader REMOVE TSK
SDK-B80 PauseDownload /downloader PAUSE TSK
SDK-B81 ResumeDownload /downloader UNPAUSE TSK
SDK-B82 ListActiveDownloads /downloader TELLACTIVE TSK
SDK-B83 ListWaitingDownloads /downloader TELLWAITING TSK
SDK-B84 ListStoppedDownloads /downloader TELLSTOPPED TSK
SDK-B85 SetDownloadOption /downloader OPTIONSET TSK
SDK-B86 GetDownloadOptions /downloader OPTIONSGET TSK
SDK-B87 CallDownloadRpc /port_6800/jsonrpc - RPC
SDK-B88 ListAlbums /port_20242/photoalbum TYPELIST ALB
SDK-B89 PutAlbum /port_20242/photoalbum TYPEPUT ALB
SDK-B90 RemoveAlbum /port_20242/photoalbum TYPEDEL ALB
SDK-B91 ListAlbumFolders /port_20242/photoalbum LISTWATCH ALB
SDK-B92 AddAlbumFolder /port_20242/photoalbum ADDWATCH ALB
SDK-B93 RemoveAlbumFolder /port_20242/photoalbum DELWATCH ALB
SDK-B94 SetAlbumCover /port_20242/photoalbum TYPESETAPPDATA ALB
SDK-B95 GetAlbumConfig /port_20242/photoalbum CFGGET ALB
SDK-B96 SetAlbumConfig /port_20242/photoalbum CFGSET ALB
SDK-B97 ListLabels /port_20242/photoalbum LABELLIST ALB
SDK-B98 RegroupFaces /port_20242/photoalbum FACERECLASS ALB
SDK-B99 GetRegrouping /port_20242/photoalbum FACERECLASSSCHEDULE ALB
SDK-B101 StartUpgrade /asynctaskmanager UPGRADE GEN
SDK-B104 ListDriveFiles / DIRLIST BDU
SDK-B105 ListDriveProxy /rest/2.0/xpan/file list BDU
SDK-B106 SearchDriveProxy /rest/2.0/xpan/file search BDU
SDK-B114 CreateDriveTask / CREATETASK TSK
SDK-B115 AddAlbumFolders /port_20242/photoalbum ADDWATCHS ALB
SDK-B116 ListDriveNodes / LISTNODE GEN
SDK-B117 ExchangeDriveCode / CODEEXCHANGE GEN
SDK-B118 GetDriveToken / GETTOKEN GEN
X04 GetDriveSignIn / AUTHURL GEN
X05 ParseShare /{token} SHAREPARSE GEN
X06 SaveShare /{token} SHARESAVE GEN
X07 ListFamilyShares /{token} FSHARELIST GEN
X08 PutFamilyShare /{token} FSHAREPUT GEN
X09 RemoveFamilyShare /{token} FSHAREDEL GEN
X11 OpenShare /s/{id} SHAREOPEN GEN
X13 AddTorrent /downloader ADDTORRENT TSK
X14 PurgeDownloads /downloader PURGE TSK
X15 ListPhotos /port_20242/photoalbum PHOTOLIST ALB
X16 NameLabel /port_20242/photoalbum LABELSET ALB
X17 GetUpgrade /asynctaskmanager UPGRADESTATUS GEN
X57 ListMounts /eshell NETMOUNTLIST GEN
X58 AddMount /eshell NETMOUNTADD GEN
X59 SetMount /eshell NETMOUNTSET GEN
X60 RemoveMount /eshell NETMOUNTDEL GEN
X61 ListBackups /backup BAKLIST TSK
X62 PutBackup /backup BAKPUT TSK
X63 RemoveBackup /backup BAKDEL TSK
X64 RunBackup /backup BAKRUN TSK
X65 StopBackup /backup BAKSTOP TSK
X66 ReportBackup /backup BAKREPORT TSK
`;

const all: Readonly<Record<string, unknown>> = { ...commands };
const rows = CATALOGUE.trim()
  .split('\n')
  .map((row) => row.split(' '));

describe('the call catalogue, from shares to upgrade', () => {
  it.each(rows)('%s: %s is %s %s', (_, name = '', path, word, family) => {
    const command = all[name];
    if (!isRecord(command)) throw new Error(`${name} is not exported`);
    expect(command).toMatchObject({ name, path, cmd: word === '-' ? null : word, errors: family });
    expect(command['method']).toBe(path === '/rest/2.0/xpan/file' ? 'GET' : 'POST');
    expect(command['reply']).toBe(family === 'BDU' ? 'errno' : family === 'RPC' ? 'jsonrpc' : 'error');
  });
});

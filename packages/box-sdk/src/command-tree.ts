import * as backup from './backup/backup-commands.ts';
import * as changes from './changes/change-commands.ts';
import * as containers from './containers/container-commands.ts';
import * as disks from './disks/disk-commands.ts';
import * as downloads from './downloads/download-commands.ts';
import * as drive from './drive/drive-commands.ts';
import * as favourites from './favourites/favourite-commands.ts';
import * as files from './files/file-commands.ts';
import * as journal from './journal/journal-commands.ts';
import * as media from './media/media-commands.ts';
import * as monitor from './monitor/monitor-commands.ts';
import * as mounts from './mounts/mount-commands.ts';
import * as network from './network/network-commands.ts';
import * as offers from './offers/offer-commands.ts';
import * as photos from './photos/photo-commands.ts';
import * as people from './photos/people-commands.ts';
import * as timeline from './photos/timeline-commands.ts';
import * as plugins from './plugins/plugin-commands.ts';
import * as safe from './safe/safe-commands.ts';
import * as services from './services/service-commands.ts';
import * as session from './session/session-commands.ts';
import * as shares from './shares/share-commands.ts';
import * as system from './system/system-commands.ts';
import * as settings from './system/system-settings-commands.ts';
import * as tasks from './tasks/task-commands.ts';
import * as tokens from './tokens/token-commands.ts';
import * as transfers from './transfers/transfer-commands.ts';
import * as trash from './trash/trash-commands.ts';
import * as upgrade from './upgrade/upgrade-commands.ts';

export * from './backup/backup-commands.ts';
export * from './changes/change-commands.ts';
export * from './containers/container-commands.ts';
export * from './disks/disk-commands.ts';
export * from './downloads/download-commands.ts';
export * from './drive/drive-commands.ts';
export * from './favourites/favourite-commands.ts';
export * from './files/file-commands.ts';
export * from './journal/journal-commands.ts';
export * from './media/media-commands.ts';
export * from './monitor/monitor-commands.ts';
export * from './mounts/mount-commands.ts';
export * from './network/network-commands.ts';
export * from './offers/offer-commands.ts';
export * from './photos/photo-commands.ts';
export * from './photos/people-commands.ts';
export * from './photos/timeline-commands.ts';
export * from './plugins/plugin-commands.ts';
export * from './safe/safe-commands.ts';
export * from './services/service-commands.ts';
export * from './session/session-commands.ts';
export * from './shares/share-commands.ts';
export * from './system/system-commands.ts';
export * from './system/system-settings-commands.ts';
export * from './tasks/task-commands.ts';
export * from './tokens/token-commands.ts';
export * from './transfers/transfer-commands.ts';
export * from './trash/trash-commands.ts';
export * from './upgrade/upgrade-commands.ts';

/** Every command by area and verb. Defines the shape of the facade, one line per command. */
export const commandTree = {
  session: {
    signIn: session.SignInOffline,
    signOut: session.SignOutOffline,
    fileKey: session.GetFileKey,
    setup: session.GetSetup,
    setUp: session.SetUpBox,
    pushRoster: session.PushRoster,
  },
  files: {
    list: files.ListFiles,
    listDirect: files.ListDirect,
    search: files.SearchFiles,
    makeFolder: files.MakeFolder,
    move: files.MoveFile,
    rename: files.RenameFiles,
    remove: files.RemoveFiles,
    measure: files.MeasureFolder,
    measureEntries: files.MeasureEntries,
    prepareZip: files.PrepareZip,
    checksum: files.ChecksumFile,
  },
  transfers: {
    prepare: transfers.PrepareUpload,
    finish: transfers.FinishUpload,
    prepareMany: transfers.PrepareUploads,
    finishMany: transfers.FinishUploads,
    list: transfers.ListUploads,
    end: transfers.EndUpload,
  },
  trash: {
    put: trash.TrashFiles,
    list: trash.ListTrash,
    restore: trash.RestoreTrash,
    restoreBeside: trash.RestoreBeside,
    remove: trash.DeleteTrash,
    empty: trash.EmptyTrash,
  },
  tasks: {
    add: tasks.AddTask,
    list: tasks.ListTasks,
    count: tasks.CountTasks,
    remove: tasks.DeleteTask,
    removeMany: tasks.DeleteTasks,
    pause: tasks.PauseTask,
    resume: tasks.ResumeTask,
  },
  changes: { wait: changes.WaitChanges },
  favourites: {
    list: favourites.ListFavourites,
    put: favourites.PutFavourite,
    remove: favourites.RemoveFavourite,
  },
  tokens: { list: tokens.ListTokens, add: tokens.AddToken, revoke: tokens.RevokeToken },
  offers: { list: offers.ListOffers },
  journal: {
    undo: journal.UndoChange,
    redo: journal.RedoChange,
    list: journal.ListJournal,
    items: journal.ListJournalItems,
  },
  safe: {
    status: safe.GetSafeStatus,
    setUp: safe.SetUpSafe,
    unlock: safe.UnlockSafe,
    changePassword: safe.ChangeSafePassword,
    privateStatus: safe.GetPrivateStatus,
    setPrivatePassword: safe.SetPrivatePassword,
    unlockPrivate: safe.UnlockPrivate,
    lock: safe.LockArea,
    exportKit: safe.ExportRecoveryKit,
  },
  system: {
    product: system.GetProductInfo,
    reboot: system.RebootBox,
    powerOff: system.PowerOffBox,
    led: system.GetLed,
    setLed: system.SetLed,
    power: system.GetPower,
    rootJson: settings.GetRootJson,
    setRootJson: settings.SetRootJson,
    setDate: system.SetDate,
  },
  monitor: {
    status: monitor.GetDeviceStatus,
    processes: monitor.ListProcesses,
    services: monitor.ListServices,
    timetable: monitor.ListTimetable,
  },
  network: {
    interfaces: network.ListInterfaces,
    restart: network.RestartNetwork,
    scanWifi: network.ScanWifi,
    storedWifi: network.ListStoredWifi,
    setWifiRadio: network.SetWifiRadio,
    restartWifi: network.RestartWifi,
    selectWifi: network.SelectWifi,
    forgetWifi: network.ForgetWifi,
    storeWifi: network.StoreWifi,
    wired: network.GetWiredConfig,
    setWired: network.SetWiredConfig,
    wireless: network.GetWirelessConfig,
    publicIp: network.GetPublicIp,
    natType: network.GetNatType,
    remoteStatus: network.GetRemoteStatus,
    remoteConfig: network.GetRemoteConfig,
    setRemoteConfig: network.SetRemoteConfig,
  },
  services: {
    smb: services.GetSmb,
    setSmb: services.SetSmb,
    smbUsers: services.ListSmbUsers,
    addSmbUser: services.AddSmbUser,
    deleteSmbUser: services.DeleteSmbUser,
    setSmbPassword: services.SetSmbPassword,
    smbAnonymous: services.GetSmbAnonymous,
    setSmbAnonymous: services.SetSmbAnonymous,
    webdav: services.GetWebdav,
    setWebdav: services.SetWebdav,
    webdavUsers: services.ListWebdavUsers,
    addWebdavUser: services.AddWebdavUser,
    deleteWebdavUser: services.DeleteWebdavUser,
    setWebdavPassword: services.SetWebdavPassword,
  },
  disks: {
    list: disks.ListDisks,
    eject: disks.EjectDisk,
    health: disks.GetDiskHealth,
    startTest: disks.StartSmartTest,
    testLog: disks.GetSmartLog,
    init: disks.InitDisk,
    mount: disks.MountDisk,
    deactivate: disks.DeactivateDisk,
    setPrimary: disks.SetPrimaryDisk,
    arrays: disks.ListArrays,
    createArray: disks.CreateArray,
    stopArray: disks.StopArray,
    startArray: disks.StartArray,
    deleteArray: disks.DeleteArray,
    addMember: disks.AddArrayMember,
    removeMember: disks.RemoveArrayMember,
    scanUsage: disks.StartUsageScan,
    usage: disks.ListUsage,
  },
  shares: {
    add: shares.AddShare,
    list: shares.ListShares,
    remove: shares.RemoveShare,
    link: shares.CreateShareLink,
    parse: shares.ParseShare,
    save: shares.SaveShare,
    familyList: shares.ListFamilyShares,
    familyPut: shares.PutFamilyShare,
    familyRemove: shares.RemoveFamilyShare,
    open: shares.OpenShare,
  },
  photos: {
    albums: photos.ListAlbums,
    putAlbum: photos.PutAlbum,
    removeAlbum: photos.RemoveAlbum,
    folders: photos.ListAlbumFolders,
    addFolder: photos.AddAlbumFolder,
    addFolders: photos.AddAlbumFolders,
    removeFolder: photos.RemoveAlbumFolder,
    setCover: photos.SetAlbumCover,
    config: photos.GetAlbumConfig,
    setConfig: photos.SetAlbumConfig,
    labels: photos.ListLabels,
    nameLabel: photos.NameLabel,
    regroup: photos.RegroupFaces,
    regrouping: photos.GetRegrouping,
    list: photos.ListPhotos,
    ai: photos.GetAiConfig,
    setAi: photos.SetAiConfig,
    months: timeline.ListPhotoMonths,
    run: timeline.ListPhotoRun,
    get: timeline.GetPhoto,
    mark: timeline.MarkPhotos,
    twins: timeline.ListPhotoTwins,
    spots: timeline.ListPhotoSpots,
    addPhotos: timeline.AddAlbumPhotos,
    dropPhotos: timeline.DropAlbumPhotos,
    faces: people.ListFaces,
    setPerson: people.SetPerson,
    mergePeople: people.MergePeople,
    splitPerson: people.SplitPerson,
    peopleChanges: people.ListPeopleChanges,
    undoPeople: people.UndoPeople,
    whyFace: people.GetFaceReason,
    previewAi: people.GetAiPreview,
  },
  media: {
    categories: media.ListMediaCategories,
    putCategory: media.PutMediaCategory,
    removeCategory: media.RemoveMediaCategory,
    listeners: media.ListListeners,
    putListener: media.PutListener,
    removeListener: media.RemoveListener,
    scan: media.ScanListener,
    list: media.ListMedia,
    get: media.GetMedia,
    set: media.SetMedia,
    lock: media.LockMedia,
    scrape: media.ScrapeMedia,
    search: media.SearchMedia,
    match: media.MatchMedia,
    scraping: media.GetScrapeConfig,
    setScraping: media.SetScrapeConfig,
  },
  downloads: {
    add: downloads.AddDownload,
    addTorrent: downloads.AddTorrent,
    remove: downloads.RemoveDownload,
    pause: downloads.PauseDownload,
    resume: downloads.ResumeDownload,
    active: downloads.ListActiveDownloads,
    waiting: downloads.ListWaitingDownloads,
    stopped: downloads.ListStoppedDownloads,
    purge: downloads.PurgeDownloads,
    setOption: downloads.SetDownloadOption,
    options: downloads.GetDownloadOptions,
    rpc: downloads.CallDownloadRpc,
  },
  drive: {
    add: drive.CreateDriveTask,
    tasks: drive.ListDriveTasks,
    removeTask: drive.DeleteDriveTask,
    removeTasks: drive.DeleteDriveTasks,
    restartTask: drive.RestartDriveTask,
    addNode: drive.AddDriveNode,
    nodes: drive.ListDriveNodes,
    removeNode: drive.RemoveDriveNode,
    token: drive.GetDriveToken,
    exchangeCode: drive.ExchangeDriveCode,
    signInAddress: drive.GetDriveSignIn,
    list: drive.ListDriveFiles,
    proxyList: drive.ListDriveProxy,
    proxySearch: drive.SearchDriveProxy,
  },
  plugins: {
    list: plugins.ListPlugins,
    install: plugins.InstallPlugin,
    info: plugins.GetPlugin,
    start: plugins.RestartPlugin,
    stop: plugins.StopPlugin,
    uninstall: plugins.UninstallPlugin,
    configure: plugins.ConfigurePlugin,
  },
  containers: {
    engine: containers.GetEngine,
    init: containers.InitEngine,
    startEngine: containers.StartEngine,
    stopEngine: containers.StopEngine,
    uninstallEngine: containers.UninstallEngine,
    installTerminal: containers.InstallTerminal,
    uninstallTerminal: containers.UninstallTerminal,
    builtins: containers.ListBuiltins,
    installBuiltin: containers.InstallBuiltin,
    uninstallBuiltin: containers.UninstallBuiltin,
    list: containers.ListContainers,
    get: containers.GetContainer,
    create: containers.CreateContainer,
    update: containers.UpdateContainer,
    start: containers.StartContainer,
    stop: containers.StopContainer,
    restart: containers.RestartContainer,
    pause: containers.PauseContainer,
    resume: containers.ResumeContainer,
    remove: containers.RemoveContainer,
    processes: containers.ListContainerProcesses,
    logs: containers.ReadContainerLogs,
    terminal: containers.OpenContainerTerminal,
    images: containers.ListImages,
    removeImage: containers.RemoveImage,
    searchImages: containers.SearchImages,
    pullImage: containers.PullImage,
    imagePull: containers.GetImagePull,
    importImage: containers.ImportImage,
    exportImage: containers.ExportImage,
    registries: containers.GetRegistries,
    setRegistries: containers.SetRegistries,
  },
  backup: {
    list: backup.ListBackups,
    put: backup.PutBackup,
    remove: backup.RemoveBackup,
    run: backup.RunBackup,
    stop: backup.StopBackup,
    report: backup.ReportBackup,
  },
  mounts: { list: mounts.ListMounts, add: mounts.AddMount, set: mounts.SetMount, remove: mounts.RemoveMount },
  upgrade: { start: upgrade.StartUpgrade, status: upgrade.GetUpgrade },
} as const;

import * as backup from './backup/commands.ts';
import * as changes from './changes/commands.ts';
import * as containers from './containers/commands.ts';
import * as disks from './disks/commands.ts';
import * as downloads from './downloads/commands.ts';
import * as drive from './drive/commands.ts';
import * as favourites from './favourites/commands.ts';
import * as files from './files/commands.ts';
import * as journal from './journal/commands.ts';
import * as media from './media/commands.ts';
import * as monitor from './monitor/commands.ts';
import * as mounts from './mounts/commands.ts';
import * as network from './network/commands.ts';
import * as offers from './offers/commands.ts';
import * as photos from './photos/commands.ts';
import * as people from './photos/people-commands.ts';
import * as timeline from './photos/timeline-commands.ts';
import * as plugins from './plugins/commands.ts';
import * as safe from './safe/commands.ts';
import * as services from './services/commands.ts';
import * as session from './session/commands.ts';
import * as shares from './shares/commands.ts';
import * as system from './system/commands.ts';
import * as settings from './system/settings.ts';
import * as tasks from './tasks/commands.ts';
import * as tokens from './tokens/commands.ts';
import * as transfers from './transfers/commands.ts';
import * as trash from './trash/commands.ts';
import * as upgrade from './upgrade/commands.ts';

export * from './backup/commands.ts';
export * from './changes/commands.ts';
export * from './containers/commands.ts';
export * from './disks/commands.ts';
export * from './downloads/commands.ts';
export * from './drive/commands.ts';
export * from './favourites/commands.ts';
export * from './files/commands.ts';
export * from './journal/commands.ts';
export * from './media/commands.ts';
export * from './monitor/commands.ts';
export * from './mounts/commands.ts';
export * from './network/commands.ts';
export * from './offers/commands.ts';
export * from './photos/commands.ts';
export * from './photos/people-commands.ts';
export * from './photos/timeline-commands.ts';
export * from './plugins/commands.ts';
export * from './safe/commands.ts';
export * from './services/commands.ts';
export * from './session/commands.ts';
export * from './shares/commands.ts';
export * from './system/commands.ts';
export * from './system/settings.ts';
export * from './tasks/commands.ts';
export * from './tokens/commands.ts';
export * from './transfers/commands.ts';
export * from './trash/commands.ts';
export * from './upgrade/commands.ts';

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

/**
 * Names of the texts that the domain asks a screen to show. The desktop's catalogues have one text per key and
 * language (`Record<WordKey, string>` makes a missing one a type error). Failures of calls are not here: their texts
 * belong to the message tables of the SDKs.
 */
export const WORDS = [
  // session (ERR-098 to ERR-102, ERR-145)
  'session.lost',
  'session.expired',
  'session.elsewhere',
  'session.offline',
  'session.reconnectFailed',
  'session.identityFailed',
  'session.accountRequired',
  'session.passwordRequired',
  'session.passwordShort',
  'session.boxIpRequired',
  'session.noMailOffline',
  'session.boxUnreachable',
  'session.boxOffline',
  'session.offlineNotice',
  // files
  'files.firstPage',
  'files.lastPage',
  'files.loadFailed',
  'files.nameExists',
  'files.sameNameCheckFailed',
  'files.renamed',
  'files.renameFailed',
  'files.renameMixed',
  'files.batchNameExists',
  'files.batchOnlyFiles',
  'files.copyFailed',
  'files.moved',
  'files.trashed',
  'files.restored',
  'files.removed',
  'files.partly',
  'files.submitFailed',
  'files.submitted',
  'files.submittedMixed',
  'files.folderCreated',
  'files.addFailed',
  'files.encryptedDrop',
  'files.undone',
  'files.undoFailed',
  'files.nothingToPaste',
  'files.intoItself',
  'files.folderGone',
  'files.noFoldersToEncrypt',
  'files.nameInvalid',
  // uploads
  'upload.none',
  'upload.submitted',
  'upload.wrongFile',
  'upload.chooseAgain',
  'upload.fileUnreadable',
  'upload.finished',
  // tasks
  'tasks.pauseFirst',
  'tasks.notPausable',
  'tasks.failed',
  // archives
  'archive.notOnModel',
  'archive.notCompressible',
  'archive.notExtractable',
  'archive.nameInvalid',
  'archive.oneItem',
  // safe
  'safe.locked',
  'safe.lengthWrong',
  'safe.differs',
  'safe.agreement',
  'safe.wrongPassword',
  // services
  'plugins.startByHand',
  // family shares
  'family.nameTaken',
  'family.folderTaken',
  'family.unknownUser',
  'family.placeRefused',
  'family.folderAbsent',
  // pickers
  'picker.verifyPrivate',
  'picker.verifySafe',
  'picker.chooseDirectories',
  'picker.choosePhotoSource',
  'picker.chooseFirst',
  'picker.notHere',
  // settings and account
  'settings.saved',
  // stores
  'store.full',
  'store.memoryOnly',
  'store.reload',
] as const;

/** See {@link WORDS}. */
export type WordKey = (typeof WORDS)[number];

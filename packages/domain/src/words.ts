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
  'file.firstPage',
  'file.lastPage',
  'files.loadFailed',
  'rename.targetExists',
  'rename.checkFailed',
  'file.renamed',
  'file.renameFailed',
  'file.renameMixed',
  'files.batchNameExists',
  'rename.onlyFiles',
  'file.copyFailed',
  'files.trashed',
  'files.restored',
  'files.removed',
  'files.partly',
  'transfer.failed',
  'transfer.submitted',
  'transfer.mixed',
  'folder.addFailed',
  'files.undone',
  'files.undonePartly',
  'files.undoLater',
  'files.nothingToUndo',
  'files.redone',
  'files.redoFailed',
  // what was done, for notices that offer to take it back
  'did.newFolder',
  'did.rename',
  'did.trash',
  'did.copy',
  'did.move',
  'files.undoFailed',
  'box.notOffered',
  'box.noUndo',
  'files.nothingToPaste',
  'files.intoItself',
  'files.folderGone',
  // what was done while the box was away
  'acts.sent',
  // uploads
  'upload.nothing',
  'upload.submitted',
  'upload.again',
  'upload.failed',
  'upload.wrongFile',
  'upload.chooseAgain',
  // tasks
  'tasks.failed',
  // safe
  'safe.locked',
  'safe.differs',
  'safe.wrongPassword',
  // family shares
  'family.nameTaken',
  'family.folderTaken',
  'family.unknownUser',
  'family.placeRefused',
  'family.folderAbsent',
  // pictures
  'photos.unseen',
  'photos.notYours',
  'photos.favoured',
  'photos.unfavoured',
  'photos.captioned',
  'photos.dated',
  'photos.added',
  'photos.dropped',
  'photos.bound',
  'photos.albumGone',
  'photos.covered',
  'people.named',
  'people.merged',
  'people.split',
  'people.hidden',
  'people.shown',
  'people.changed',
  'people.undone',
  'people.nothing',
  'people.forgotten',
  // pickers
  'picker.verifyPrivate',
  // settings and account
  'settings.saved',
  // stores
  'store.full',
  'store.memoryOnly',
  'store.reload',
] as const;

/** See {@link WORDS}. */
export type WordKey = (typeof WORDS)[number];

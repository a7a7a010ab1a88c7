/** The undo executor of file operations. A separate chunk, because most sessions never need it. */
export { restoreChangeWithNewName, UndoExecutor } from '@boxwood/domain';

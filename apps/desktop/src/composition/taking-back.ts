/** The undo executor of file operations. A separate chunk, because most sessions never need it. */
export { besideChange, TakingBack } from '@boxwood/domain';

/** Sends actions that were queued while offline. A separate chunk, because most sessions never need it. */
export { applyAnswer, sendAction } from '@boxwood/domain';

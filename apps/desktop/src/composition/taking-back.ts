/** What takes back what was done to files: a chunk of its own, because most sessions never need it. */
export { besideChange, TakingBack } from '@boxwood/domain';

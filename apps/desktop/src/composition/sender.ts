/** What does acts that were kept without a line: a chunk of its own, because most sessions never need it. */
export { answered, sendAct } from '@boxwood/domain';

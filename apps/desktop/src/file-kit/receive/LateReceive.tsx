import { part } from '../../app-kit/part.tsx';

/** What is asked when something comes in; its code comes when there is something to ask. */
export const LateReceive = part(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog);

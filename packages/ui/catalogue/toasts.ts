import { createToasts } from '../src/index.ts';

export const toasts = createToasts();

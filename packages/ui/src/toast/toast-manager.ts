import { Toast } from '@base-ui/react/toast';

/** Toasts of ours carry no data beyond the primitive's own fields. */
export type ToastManager = ReturnType<typeof Toast.createToastManager<object>>;
export const createToastManager = (): ToastManager => Toast.createToastManager<object>();

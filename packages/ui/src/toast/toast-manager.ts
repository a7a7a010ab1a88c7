import { Toast } from '@base-ui/react/toast';

/** What toasts of ours carry beyond the primitive's own fields. */
export interface ToastData {
  /** A second button. */
  readonly also?: { readonly label: string; readonly onPress: () => void };
}
export type ToastManager = ReturnType<typeof Toast.createToastManager<ToastData>>;
export const createToastManager = (): ToastManager => Toast.createToastManager<ToastData>();

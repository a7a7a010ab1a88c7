import { Toast } from '@base-ui/react/toast';

/** Data of a toast beyond the fields of the primitive. */
export interface ToastData {
  /** A second button. */
  readonly secondaryAction?: { readonly label: string; readonly onPress: () => void };
}
export type ToastManager = ReturnType<typeof Toast.createToastManager<ToastData>>;
export const createToastManager = (): ToastManager => Toast.createToastManager<ToastData>();

import { createToastManager, type ToastManager } from './toast-manager.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/** A button of a toast. */
export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface ToastMessage {
  /** A second message with the same id replaces the first. */
  readonly id?: string;
  readonly kind?: ToastKind;
  readonly title: string;
  readonly description?: string;
  /** For example "Undo"; pressing it closes the toast. */
  readonly action?: ToastAction;
  /** A second action; both stand below the text then. */
  readonly secondaryAction?: ToastAction;
  /** In ms; 0: until closed. Default 6 s; 10 s with an action or for an error. */
  readonly timeout?: number;
}

/** A queue of toasts that code outside React can fill. Render it with one {@link ToastRegion}. */
export interface Toasts {
  readonly show: (message: ToastMessage) => string;
  /** Closes one toast, or all of them. */
  readonly close: (id?: string) => void;
  /** For {@link ToastRegion}. */
  readonly manager: ToastManager;
}

const timeoutOf = (message: ToastMessage): number =>
  message.timeout ?? (message.action !== undefined || message.kind === 'error' ? 10_000 : 6_000);

export function createToasts(): Toasts {
  const manager = createToastManager();
  return {
    manager,
    close: (id) => {
      manager.close(id);
    },
    show: (message) => {
      const { action, secondaryAction } = message;
      const runAndClose =
        ({ onPress }: ToastAction) =>
        (): void => {
          onPress();
          manager.close(id);
        };
      const id = manager.add({
        ...(message.id === undefined ? {} : { id: message.id }),
        title: message.title,
        description: message.description,
        type: message.kind ?? 'info',
        timeout: timeoutOf(message),
        priority: message.kind === 'error' ? 'high' : 'low',
        ...(action === undefined
          ? {}
          : {
              actionProps: {
                children: action.label,
                onClick: runAndClose(action),
              },
            }),
        ...(secondaryAction === undefined
          ? {}
          : { data: { secondaryAction: { label: secondaryAction.label, onPress: runAndClose(secondaryAction) } } }),
      });
      return id;
    },
  };
}

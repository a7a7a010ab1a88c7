import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { cx } from '../base/cx.ts';
import { useCloseOnBack } from '../base/use-close-on-back.ts';
import { useEscape } from '../base/use-escape.ts';
import { IconButton } from '../button/IconButton.tsx';
import { useSheets } from '../phone/lazy-sheets.ts';
import { useSwipeToClose } from '../phone/use-swipe-to-close.ts';
import { DialogScopeContext, inertLock, useDialogScope } from './dialog-scope.ts';
import { useReturnFocus } from './use-return-focus.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Esc, on the close button and on Back. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons; the primary one is last. */
  readonly footer?: ReactNode;
  /** In CSS px; limited to the width of the surrounding window. */
  readonly width?: number;
  readonly closeLabel: string;
  /** False while the dialog must not be closed: no close button, Esc does nothing. */
  readonly dismissible?: boolean;
  /** Called on Enter in a field and on the submit button of the footer. */
  readonly onSubmit?: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly role?: 'dialog' | 'alertdialog';
  /** Blocks the whole page even inside a window. */
  readonly page?: boolean;
  /** Called when the closing animation has ended. */
  readonly onClosed?: () => void;
  readonly className?: string;
}

const widthOf = (px: number): CSSProperties => Object.fromEntries([['--width', `${px}px`]]);

/** Esc pressed in another window belongs to that window. */
function isFromOtherWindow({ target }: Event, container: HTMLElement | null): boolean {
  if (container === null || !(target instanceof Node)) return false;
  return target !== document.body && !container.contains(target);
}

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [readonly]), select, textarea:not(:disabled, [readonly]), [tabindex]:not([tabindex^="-"])';

/**
 * Initial focus: the first field, otherwise the primary button; never the close button, which Enter would press. On a
 * phone it is the dialog itself, so that the on-screen keyboard stays closed.
 */
const initialFocusOf = (popup: HTMLElement | null, isPhone: boolean): HTMLElement | null => {
  if (isPhone) return popup;
  const shown = [...(popup?.querySelectorAll<HTMLElement>(`[data-asks] :is(${TABBABLE})`) ?? [])].find(
    (one) => one.tabIndex >= 0 && one.closest('[inert], [hidden]') === null,
  );
  return (
    shown ?? [...(popup?.querySelectorAll<HTMLElement>('[data-answers] button:not(:disabled)') ?? [])].at(-1) ?? null
  );
};

/**
 * A dialog. Inside a window (see {@link DialogScopeContext}) it blocks that window only: a press outside does not close
 * it, and the window's content is inert. On the page it is modal.
 */
export function Dialog({ page = false, ...props }: DialogProps) {
  const isPhone = useSheets();
  const outerScope = useDialogScope();
  const scope = page ? null : outerScope;
  const [popup, setPopup] = useState<HTMLDivElement | null>(null);
  const { open, dismissible = true } = props;
  useSwipeToClose(popup, dismissible ? props.onClose : null);

  const hasFocus = useRef(false);
  useLayoutEffect(
    () => () => {
      hasFocus.current = false;
    },
    [open],
  );
  useEscape(
    open && dismissible,
    (event) => hasFocus.current || isFromOtherWindow(event, scope?.container ?? null),
    props.onClose,
  );

  useCloseOnBack(open, () => {
    if (dismissible) props.onClose();
  });
  const finalFocus = useReturnFocus(open, scope?.below ?? scope?.container ?? null);
  useLayoutEffect(() => (open && scope !== null ? scope.lock() : undefined), [open, scope]);
  const inner = useMemo(
    () => (scope === null ? null : { container: scope.container, lock: inertLock(popup), below: popup }),
    [scope, popup],
  );
  const content = (
    <Base.Popup
      ref={setPopup}
      className={cx(styles.popup, props.className)}
      style={widthOf(props.width ?? 480)}
      role={props.role ?? 'dialog'}
      aria-modal="true"
      finalFocus={finalFocus}
      initialFocus={props.initialFocus ?? (() => initialFocusOf(popup, isPhone))}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
      }}
    >
      <DialogScopeContext value={inner}>
        <DialogBody {...props} />
      </DialogScopeContext>
    </Base.Popup>
  );
  return (
    <Base.Root
      open={open}
      modal={scope === null}
      disablePointerDismissal
      onOpenChange={(next, details) => {
        if (next) return;
        const elsewhere = details.reason === 'escape-key' && isFromOtherWindow(details.event, scope?.container ?? null);
        if (dismissible && !elsewhere) props.onClose();
        else details.cancel();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) props.onClosed?.();
      }}
    >
      {scope === null ? (
        <Base.Portal>
          <Base.Backdrop forceRender className={styles.backdrop} />
          <Base.Viewport className={styles.layer}>{content}</Base.Viewport>
        </Base.Portal>
      ) : (
        <Base.Portal container={scope.container}>
          <Base.Viewport className={cx(styles.layer, styles.scoped)}>
            <div className={styles.scrim} />
            {content}
          </Base.Viewport>
        </Base.Portal>
      )}
    </Base.Root>
  );
}

function DialogBody({
  title,
  description,
  children,
  footer,
  closeLabel,
  dismissible = true,
  onSubmit,
}: Omit<DialogProps, 'page'>) {
  const content = (
    <>
      <header className={styles.header}>
        <div className={styles.titles}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {description === undefined ? null : (
            <Base.Description className={styles.description}>{description}</Base.Description>
          )}
        </div>
        {dismissible ? (
          <Base.Close render={<IconButton label={closeLabel} icon={<X />} size="sm" tooltip={false} />} />
        ) : null}
      </header>
      <div className={styles.body} data-asks="">
        {children}
      </div>
      {footer === undefined ? null : (
        <footer className={styles.footer} data-answers="">
          {footer}
        </footer>
      )}
    </>
  );
  if (onSubmit === undefined) return content;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {content}
    </form>
  );
}

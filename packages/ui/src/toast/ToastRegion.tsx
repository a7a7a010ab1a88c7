import { Toast as Base } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { cx } from '../base/cx.ts';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import type { ToastData } from './toast-manager.ts';
import type { Toasts } from './toasts.ts';
import styles from './toast.module.css';

export interface ToastRegionProps {
  readonly toasts: Toasts;
  /** Accessible name of the region ("Notifications"). */
  readonly label: string;
  readonly closeLabel: string;
  /** Leaves room for a bar at the bottom of the screen. */
  readonly aboveBar?: boolean;
  /** Maximum number of visible toasts. */
  readonly limit?: number;
}

function ToastIcon({ kind }: { readonly kind: string | undefined }) {
  if (kind === 'success') return <CircleCheck />;
  if (kind === 'error') return <CircleX />;
  if (kind === 'warning') return <TriangleAlert />;
  return <Info />;
}

function ToastList({ closeLabel }: { readonly closeLabel: string }) {
  const { toasts } = Base.useToastManager<ToastData>();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={cx(styles.toast, styles[toast.type ?? 'info'])}
      swipeDirection={['right', 'down']}
      // The primitive hides an error until it is focused (it was announced already), and hides the close button until
      // the toasts are expanded, which these always are. Screen reader users exploring by touch would find neither, so
      // both stay visible, but are not announced twice.
      aria-hidden={undefined}
      aria-live={toast.priority === 'high' ? 'off' : undefined}
    >
      <Base.Content className={styles.content}>
        <span className={styles.icon} aria-hidden="true">
          <ToastIcon kind={toast.type} />
        </span>
        <div className={styles.words}>
          <Base.Title className={styles.title} />
          <Base.Description className={styles.description} />
          {toast.data?.secondaryAction === undefined ? null : (
            <div className={styles.acts}>
              <Base.Action render={<Button size="sm" />} />
              <Button size="sm" onClick={toast.data.secondaryAction.onPress}>
                {toast.data.secondaryAction.label}
              </Button>
            </div>
          )}
        </div>
        {toast.data?.secondaryAction === undefined ? (
          <Base.Action render={<Button size="sm" variant="quiet" />} />
        ) : (
          <span />
        )}
        <Base.Close
          aria-hidden={undefined}
          render={<IconButton size="sm" label={closeLabel} icon={<X />} tooltip={false} />}
        />
      </Base.Content>
    </Base.Root>
  ));
}

/** Renders the toasts in a polite live region in the corner, reachable with F6. One per page. */
export function ToastRegion({ toasts, label, closeLabel, aboveBar = false, limit = 4 }: ToastRegionProps) {
  return (
    <Base.Provider toastManager={toasts.manager} limit={limit}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label={label} data-above-bar={aboveBar ? '' : undefined}>
          <ToastList closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

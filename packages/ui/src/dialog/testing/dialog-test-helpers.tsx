import { useMemo, useState, type ReactNode } from 'react';
import { Dialog } from '../Dialog.tsx';
import { DialogScopeContext, inertLock } from '../dialog-scope.ts';

/** A stand-in for a window: a container and a body that dialogs lock. */
export function FakeWindow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const scope = useMemo(() => ({ container, lock: inertLock(body) }), [container, body]);
  return (
    <section ref={setContainer} aria-label={name}>
      <div ref={setBody} data-testid={`${name}-body`}>
        <DialogScopeContext value={scope}>{children}</DialogScopeContext>
      </div>
    </section>
  );
}

/** A button that opens a dialog with a field. */
export function DialogOpener({ name, onClose }: { readonly name: string; readonly onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        onClick={() => {
          setOpen(true);
        }}
      >
        ask {name}
      </button>
      <Dialog
        open={open}
        title={`Question ${name}`}
        closeLabel="Close"
        onClose={() => {
          setOpen(false);
          onClose?.();
        }}
      >
        <input aria-label={`answer ${name}`} autoFocus />
      </Dialog>
    </>
  );
}

import type { Location } from '@boxwood/domain';
import {
  Breadcrumb,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconButton,
  IconPencil,
  IconRefresh,
  TextField,
} from '@boxwood/ui';
import { useState } from 'react';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { placeOf, breadcrumbSteps } from '../../../kit/files/file-places.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { draggedEntriesOf, canDrop } from './browser/dragged-entries.ts';
import { useRootName } from './browser/use-root-name.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Navigation buttons (back, forward, up, refresh) and the path as breadcrumb or text field. */
export const PathBar = ({
  browser,
  editing,
  onEdit,
}: {
  readonly browser: FileBrowser;
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
}) => {
  const t = useText(messages);
  const nameOf = useRootName();
  const { view, state, root, transfers } = browser;
  const { location } = state;
  const steps = breadcrumbSteps(location.path, root?.path ?? location.path);
  const atRoot = location.path === root?.path;
  return (
    <div className={styles.pathBar}>
      <div role="group" aria-label={t('navigation')} className={styles.ways}>
        <IconButton
          label={t('back')}
          keys="Alt+←"
          icon={<IconArrowLeft />}
          disabled={!state.canBack}
          onClick={() => view.back()}
        />
        <IconButton
          label={t('forward')}
          keys="Alt+→"
          icon={<IconArrowRight />}
          disabled={!state.canForward}
          onClick={() => view.forward()}
        />
        <IconButton
          label={t('up')}
          keys="Alt+↑"
          icon={<IconArrowUp />}
          disabled={!state.canUp || atRoot}
          onClick={() => view.up()}
        />
        <IconButton label={t('refresh')} keys="F5" icon={<IconRefresh />} onClick={() => view.refresh()} />
      </div>
      {editing ? (
        <PathField
          browser={browser}
          onDone={() => {
            onEdit(false);
          }}
        />
      ) : (
        <div className={styles.crumbs}>
          <Breadcrumb
            label={t('path')}
            scrollBackLabel={t('scrollBack')}
            scrollForwardLabel={t('scrollForward')}
            crumbs={steps.map((step) => ({
              id: step.path,
              label: step.name ?? (root === null ? step.path : nameOf(root)),
            }))}
            onSelect={({ id }) => {
              if (id !== location.path || state.search !== null) view.open({ place: location.place, path: id });
            }}
            accepts={(data, { id }) =>
              canDrop(data, { place: location.place, path: id, readOnly: root?.readOnly ?? false })
            }
            onDrop={(data, { id }, { copy }) => {
              const dragged = draggedEntriesOf(data);
              if (dragged !== null) transfers[copy ? 'copy' : 'move'](dragged.entries, id);
            }}
          />
          <IconButton
            size="sm"
            label={t('editPath')}
            keys="Ctrl+L"
            icon={<IconPencil />}
            onClick={() => {
              onEdit(true);
            }}
          />
        </div>
      )}
    </div>
  );
};

/**
 * The path as editable text in its readable form, starting with the place name. Enter opens it, and also accepts an
 * absolute path on the box; Esc cancels.
 */
const PathField = ({ browser, onDone }: { readonly browser: FileBrowser; readonly onDone: () => void }) => {
  const t = useText(messages);
  const nameOf = useRootName();
  const stage = useService(SessionToken).stage$.value;
  const { root, roots, state, view } = browser;
  const { path: currentPath } = state.location;
  const [path, setPath] = useState(root === null ? currentPath : nameOf(root) + currentPath.slice(root.path.length));
  const [isInvalid, setIsInvalid] = useState(false);
  const parsePath = (): Location | null => {
    const clean = path.trim().replace(/\/+$/, '');
    const place = stage.at === 'in' ? placeOf(clean, stage.username) : null;
    if (place !== null) return { place, path: clean };
    const [first, ...rest] = clean.split(clean.includes('/') ? '/' : /\s*›\s*/);
    const namedRoot = roots.find((each) => nameOf(each).toLowerCase() === first?.toLowerCase());
    return namedRoot === undefined ? null : { place: namedRoot.place, path: [namedRoot.path, ...rest].join('/') };
  };
  const go = (): void => {
    const to = parsePath();
    if (to === null) setIsInvalid(true);
    else {
      view.open(to);
      onDone();
    }
  };
  return (
    <TextField
      className={styles.pathField ?? ''}
      label={t('path')}
      hideLabel
      autoFocus
      spellCheck={false}
      value={path}
      error={isInvalid ? t('pathOutside') : undefined}
      onFocus={(event) => {
        event.currentTarget.select();
      }}
      onValueChange={(text) => {
        setPath(text);
        setIsInvalid(false);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') go();
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone();
        }
      }}
      onBlur={onDone}
    />
  );
};

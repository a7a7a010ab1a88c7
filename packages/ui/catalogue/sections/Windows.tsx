import { memo, useState, type CSSProperties } from 'react';
import {
  AppIcon,
  Button,
  ConfirmDialog,
  DataList,
  emptySelection,
  FileIcon,
  Page,
  Section,
  Switch,
  TextField,
  wallpapers,
  WindowFrame,
  type AppIconName,
  type DataListColumn,
  type Rect,
  type Size,
  type Selection,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';

interface DemoWindow {
  readonly id: string;
  readonly title: string;
  readonly icon: AppIconName;
  readonly bounds: Rect;
  readonly z: number;
  readonly maximized: boolean;
  /** Size of the window before it was snapped. */
  readonly freeSize: Size | null;
  readonly minimized: boolean;
}

const labels = {
  minimize: 'Minimise',
  maximize: 'Maximise',
  restore: 'Restore',
  close: 'Close',
  menu: 'Window menu',
  move: 'Move with the arrow keys',
  resize: 'Resize with the arrow keys',
};

const first: readonly DemoWindow[] = [
  {
    id: 'files',
    title: 'Files',
    icon: 'files',
    bounds: { x: 24, y: 60, width: 800, height: 450 },
    z: 502,
    maximized: false,
    freeSize: null,
    minimized: false,
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: 'settings',
    bounds: { x: 140, y: 150, width: 800, height: 450 },
    z: 501,
    maximized: false,
    freeSize: null,
    minimized: false,
  },
];

const rows = Array.from({ length: 100_000 }, (_, index) => `Photo ${String(index).padStart(6, '0')}.jpg`);
const columns: readonly DataListColumn<string>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(200px, 1fr)',
    render: (name) => (
      <>
        <FileIcon kind="file" name={name} />
        {name}
      </>
    ),
  },
  { id: 'size', header: 'Size', width: '110px', align: 'end', numeric: true, render: () => '3.20 MB' },
];
const identity = (text: string): string => text;

const Files = memo(function Files() {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  return (
    <DataList
      label="Photos"
      items={rows}
      keyOf={identity}
      textOf={identity}
      columns={columns}
      selection={selection}
      onSelectionChange={setSelection}
    />
  );
});

const Settings = memo(function Settings() {
  const [confirming, setConfirming] = useState(false);
  const [on, setOn] = useState(true);
  return (
    <Page label="Settings">
      <Section title="This box" text="A dialog here blocks this window only.">
        <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
          <TextField label="Name of the box" defaultValue="Living room" />
          <Switch label="Start when the power returns" checked={on} onCheckedChange={setOn} />
          <Button
            variant="danger"
            onClick={() => {
              setConfirming(true);
            }}
          >
            Restart the box
          </Button>
        </div>
      </Section>
      <ConfirmDialog
        open={confirming}
        title="Restart the box?"
        message="It takes about two minutes."
        confirmLabel="Restart"
        cancelLabel="Not now"
        closeLabel="Close"
        onConfirm={() => {
          setConfirming(false);
        }}
        onClose={() => {
          setConfirming(false);
        }}
      />
    </Page>
  );
});

const files = <Files />;
const settings = <Settings />;

export function Windows() {
  const [windows, setWindows] = useState(first);
  const [side, setSide] = useState(false);
  const [full, setFull] = useState(new URLSearchParams(location.search).has('desktop'));
  const [wall, setWall] = useState(0);
  const top = Math.max(0, ...windows.filter((one) => !one.minimized).map((one) => one.z));
  const update = (id: string, change: Partial<DemoWindow>): void => {
    setWindows((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)));
  };
  const style: CSSProperties = Object.fromEntries([['--wallpaper', `url("${wallpapers[wall]?.url ?? ''}")`]]);
  return (
    <Demo title="Window frames: drag, eight handles, snap, keyboard, own dialogs" layout="plain">
      <div className={full ? `${styles.surface ?? ''} ${styles.full ?? ''}` : styles.surface} style={style}>
        <div className={styles.bar}>
          {windows.map((one) => (
            <Button
              key={one.id}
              size="sm"
              variant="quiet"
              onClick={() => {
                update(one.id, { minimized: false, z: top + 1 });
              }}
            >
              {one.title}
            </Button>
          ))}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setWall((wall + 1) % wallpapers.length);
            }}
          >
            Next wallpaper
          </Button>
          <Switch label="Buttons left" checked={side} onCheckedChange={setSide} />
          <Switch label="Full screen" checked={full} onCheckedChange={setFull} />
        </div>
        {windows.map((one) => (
          <WindowFrame
            key={one.id}
            title={one.title}
            icon={<AppIcon name={one.icon} size={20} />}
            bounds={one.bounds}
            zIndex={one.z}
            active={!one.minimized && one.z === top}
            maximized={one.maximized}
            freeSize={one.freeSize}
            minimized={one.minimized}
            buttonSide={side ? 'left' : 'right'}
            labels={labels}
            onPlacementChange={({ bounds, maximized, snapped }) => {
              const freeSize = snapped === null ? null : (one.freeSize ?? one.bounds);
              update(one.id, { bounds, maximized, freeSize });
            }}
            onMinimize={() => {
              update(one.id, { minimized: true });
            }}
            onClose={() => {
              setWindows((now) => now.filter((other) => other.id !== one.id));
            }}
            onActivate={() => {
              update(one.id, { z: top + 1 });
            }}
          >
            {one.id === 'files' ? files : settings}
          </WindowFrame>
        ))}
      </div>
    </Demo>
  );
}

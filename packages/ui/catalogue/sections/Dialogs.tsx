import { useState } from 'react';
import { Badge, Button, ConfirmDialog, Dialog, Drawer, TextField, Tabs } from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import { toasts } from '../toasts.ts';

const widths = [400, 480, 550, 600, 625, 630, 720, 725, 750, 880];

export function Dialogs() {
  const [width, setWidth] = useState<number | null>(null);
  const [open, setOpen] = useState<'confirm' | 'danger' | 'notice' | 'drawer' | null>(null);
  const [tab, setTab] = useState<'friends' | 'system'>('friends');
  const close = (): void => {
    setOpen(null);
  };
  return (
    <>
      <Demo title="Dialog widths in use">
        {widths.map((one) => (
          <Button
            key={one}
            onClick={() => {
              setWidth(one);
            }}
          >
            {one}
          </Button>
        ))}
        <Dialog
          open={width !== null}
          width={width ?? 480}
          title="Rename"
          description="The old name stays in the journal."
          closeLabel="Close"
          onClose={() => {
            setWidth(null);
          }}
          onSubmit={() => {
            setWidth(null);
            toasts.show({ kind: 'success', title: 'Renamed' });
          }}
          footer={
            <>
              <Button
                onClick={() => {
                  setWidth(null);
                }}
              >
                Keep the old name
              </Button>
              <Button variant="primary" type="submit">
                Rename
              </Button>
            </>
          }
        >
          <div style={{ display: 'grid', gap: 16 }}>
            <TextField label="Old name" value="IMG_0001.jpg" readOnly />
            <TextField label="New name" defaultValue="Beach.jpg" autoFocus />
          </div>
        </Dialog>
      </Demo>
      <Demo title="Confirm and notice">
        <Button
          onClick={() => {
            setOpen('confirm');
          }}
        >
          Confirm
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            setOpen('danger');
          }}
        >
          Destructive
        </Button>
        <Button
          onClick={() => {
            setOpen('notice');
          }}
        >
          Notice, one button
        </Button>
        <ConfirmDialog
          open={open === 'confirm'}
          title="Restart the box?"
          message="Uploads stop and go on afterwards. It takes about two minutes."
          confirmLabel="Restart"
          cancelLabel="Not now"
          closeLabel="Close"
          onConfirm={close}
          onClose={close}
        />
        <ConfirmDialog
          open={open === 'danger'}
          danger
          title="Empty the recycle bin?"
          message="1,204 items will be deleted for ever."
          confirmLabel="Delete for ever"
          cancelLabel="Keep them"
          closeLabel="Close"
          onConfirm={close}
          onClose={close}
        />
        <ConfirmDialog
          open={open === 'notice'}
          title="You are signed in offline"
          message="Albums of friends and changes of your password need the account service."
          confirmLabel="Understood"
          closeLabel="Close"
          onConfirm={close}
          onClose={close}
        />
      </Demo>
      <Demo title="Drawer">
        <Button
          onClick={() => {
            setOpen('drawer');
          }}
        >
          Messages
        </Button>
        <Drawer
          open={open === 'drawer'}
          title="Messages"
          closeLabel="Close"
          onClose={close}
          actions={
            <Button size="sm" variant="quiet">
              Mark all read
            </Button>
          }
        >
          <Tabs
            label="Messages"
            value={tab}
            onValueChange={setTab}
            items={[
              {
                value: 'friends',
                label: 'Friends',
                badge: <Badge tone="accent">3</Badge>,
                panel: <p style={{ padding: 20 }}>Three new messages</p>,
              },
              { value: 'system', label: 'System', panel: <p style={{ padding: 20 }}>All quiet</p> },
            ]}
          />
        </Drawer>
      </Demo>
      <Demo title="Toasts">
        <Button
          onClick={() => {
            toasts.show({
              kind: 'success',
              title: 'Moved to trash',
              description: '3 items',
              action: { label: 'Undo', onPress: () => toasts.show({ title: 'They are back' }) },
            });
          }}
        >
          With undo
        </Button>
        <Button
          onClick={() => {
            toasts.show({
              kind: 'error',
              title: 'The upload stopped',
              description: 'The disk is full. Free some space and try again.',
            });
          }}
        >
          Error
        </Button>
        <Button
          onClick={() => {
            toasts.show({ kind: 'warning', title: 'Encrypted files stay where they are' });
          }}
        >
          Warning
        </Button>
        <Button
          onClick={() => {
            toasts.show({ title: 'There is nothing to upload' });
          }}
        >
          Info
        </Button>
      </Demo>
    </>
  );
}

import { useState } from 'react';
import {
  AppLayout,
  Breadcrumb,
  Button,
  Card,
  CardRow,
  EmptyState,
  Facts,
  FileIcon,
  IconArrowLeft,
  IconArrowRight,
  IconButton,
  IconFolder,
  IconGlobe,
  IconHome,
  IconRefresh,
  IconServer,
  IconSettings,
  IconTrash,
  IconUsers,
  ListLayout,
  Page,
  Pager,
  Section,
  Sidebar,
  SplitView,
  Switch,
  Tabs,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpacer,
  Tree,
  type TreeNode,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';

const longPath = [
  'Personal',
  'Photos',
  '2026',
  'Summer holiday at the sea',
  'Second week',
  'Best of',
  'Printed',
  'For grandmother',
];

const loadFolders = async (id: string | null): Promise<readonly TreeNode[]> => {
  await new Promise((resolve) => setTimeout(resolve, 250));
  const base = id ?? '';
  return ['Documents', 'Music', 'Photos'].map((label) => ({
    id: `${base}/${label}`,
    label,
    icon: <FileIcon kind="folder" size={18} />,
    leaf: base.split('/').length > 2,
  }));
};

export function Navigation() {
  const [page, setPage] = useState(2);
  const [tab, setTab] = useState<'all' | 'done' | 'failed'>('all');
  const [entry, setEntry] = useState('personal');
  const [size, setSize] = useState(220);
  const [selected, setSelected] = useState<string | null>(null);
  const [isChecked, setOn] = useState(true);
  return (
    <>
      <Demo title="Breadcrumb: fits, and with arrows" layout="plain">
        <Breadcrumb
          label="Path"
          scrollBackLabel="Earlier folders"
          scrollForwardLabel="Later folders"
          crumbs={longPath
            .slice(0, 3)
            .map((label, index) => ({ id: label, label, icon: index === 0 ? <IconHome /> : undefined }))}
          onSelect={() => undefined}
        />
        <div style={{ width: 420, marginTop: 10 }}>
          <Breadcrumb
            label="Long path"
            scrollBackLabel="Earlier folders"
            scrollForwardLabel="Later folders"
            crumbs={longPath.map((label) => ({ id: label, label }))}
            onSelect={() => undefined}
          />
        </div>
      </Demo>
      <Demo title="Tabs" layout="plain">
        <Tabs
          label="Tasks"
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'all', label: 'All', panel: <p>Everything</p> },
            { value: 'done', label: 'Completed', panel: <p>Completed</p> },
            { value: 'failed', label: 'Failed', disabled: true, panel: <p>Failed</p> },
          ]}
        />
      </Demo>
      <Demo title="Toolbar and pager" layout="plain">
        <Toolbar label="Files">
          <IconButton label="Back" icon={<IconArrowLeft />} />
          <IconButton label="Forward" icon={<IconArrowRight />} disabled />
          <IconButton label="Refresh" icon={<IconRefresh />} />
          <ToolbarSeparator />
          <IconButton label="Settings" icon={<IconSettings />} />
          <ToolbarSpacer />
          <IconButton label="People" icon={<IconUsers />} />
        </Toolbar>
        <Pager
          label="Pages"
          page={page}
          pages={7}
          onPage={setPage}
          firstLabel="First page"
          previousLabel="Previous page"
          nextLabel="Next page"
          lastLabel="Last page"
          pageText={`Page ${page} of 7`}
        >
          1,204 items
        </Pager>
      </Demo>
      <Demo title="Sidebar, split view, tree" layout="plain">
        <div className={styles.box}>
          <AppLayout
            sidebar={
              <Sidebar
                label="Places"
                current={entry}
                onSelect={setEntry}
                items={[
                  { id: 'personal', label: 'Personal', icon: <IconFolder />, heading: 'Spaces' },
                  { id: 'public', label: 'Public', icon: <IconUsers /> },
                  {
                    id: 'storage',
                    label: 'Storage',
                    icon: <IconServer />,
                    children: [
                      { id: 'usb', label: 'USB disk' },
                      {
                        id: 'network',
                        label: 'Network',
                        action: { label: 'Settings of Network', icon: <IconSettings />, onPress: () => undefined },
                      },
                    ],
                  },
                  { id: 'shared', label: 'Shared with me', icon: <IconGlobe />, heading: 'Sharing' },
                ]}
              />
            }
          >
            <SplitView
              size={size}
              onSizeChange={setSize}
              dividerLabel="Width of the tree"
              first={
                <div style={{ padding: 8 }}>
                  <Tree
                    label="Folders"
                    loadingLabel="Loading"
                    load={loadFolders}
                    selected={selected}
                    onSelect={(node) => {
                      setSelected(node.id);
                    }}
                  />
                </div>
              }
              second={
                <Page label="About">
                  <Section title="About this box" text="What it is and how it is doing.">
                    <Facts
                      facts={[
                        { id: 'm', name: 'Model', value: 'N3' },
                        { id: 'v', name: 'Firmware', value: '1.0.13' },
                        { id: 's', name: 'Space', value: '1.82 TB of 3.64 TB' },
                      ]}
                    />
                  </Section>
                  <Card>
                    <CardRow>
                      <Switch between label="Sign in by itself" checked={isChecked} onCheckedChange={setOn} />
                    </CardRow>
                    <CardRow>
                      <Switch
                        between
                        label="Tell me about new firmware"
                        checked={!isChecked}
                        onCheckedChange={() => {
                          setOn(!isChecked);
                        }}
                      />
                    </CardRow>
                  </Card>
                </Page>
              }
            />
          </AppLayout>
        </div>
      </Demo>
      <Demo title="List between its tools and its footer" layout="plain">
        <div className={styles.box}>
          <ListLayout
            toolbar={
              <Toolbar label="Tools of the bin">
                <Button size="sm">Restore</Button>
                <ToolbarSpacer />
                <IconButton size="sm" label="Refresh the bin" icon={<IconRefresh />} />
              </Toolbar>
            }
            footer="0 items"
          >
            <EmptyState icon={<IconTrash />} title="The recycle bin is empty" />
          </ListLayout>
        </div>
      </Demo>
    </>
  );
}

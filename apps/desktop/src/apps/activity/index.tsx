import { Tabs } from '@boxwood/ui';
import { useState } from 'react';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { OperationJournal } from './parts/OperationJournal.tsx';
import { EventList } from './parts/EventList.tsx';
import styles from './activity.module.css';

/** Activity: changes to files on the box, with undo and redo, and the events of this browser. */
export const App = () => {
  const t = useText(messages);
  const [tab, setTab] = useState<'changes' | 'events'>('changes');
  return (
    <div className={styles.app}>
      <Tabs
        className={styles.tabs ?? ''}
        label={t('tabs')}
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'changes', label: t('changes'), panel: <OperationJournal /> },
          { value: 'events', label: t('events'), panel: <EventList /> },
        ]}
      />
    </div>
  );
};

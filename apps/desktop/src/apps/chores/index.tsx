import { boxChores, type Chores } from '@boxwood/domain';
import { Card, Facts, Page, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../app-kit/LoadState.tsx';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';

const ChoresToken = token<Chores>('Chores');

export const bind = (session: ServiceScope): void => {
  session.bind(ChoresToken, [BoxClientToken], boxChores);
};

/** How often chores are read again at a box that does not tell of them. */
const REFRESH_MS = 60_000;

/** The chores of the box, and which are done. */
export const App = () => {
  const t = useText(messages);
  const chores = useService(ChoresToken);
  const [list, reload] = useQuery(
    useCallback(() => chores.list(), [chores]),
    { about: 'chores', every: REFRESH_MS },
  );
  return (
    <Page label={t('title')}>
      <Section title={t('title')}>
        <Card>
          <Shown of={list} reload={reload}>
            {(all) => (
              <Facts
                facts={all.map(({ id, name, done }) => ({
                  id: String(id),
                  name,
                  value: t(done === 1 ? 'done' : 'open'),
                }))}
              />
            )}
          </Shown>
        </Card>
      </Section>
    </Page>
  );
};

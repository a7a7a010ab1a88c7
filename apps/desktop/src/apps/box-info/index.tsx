import type { NetworkInterface, Volume } from '@boxwood/domain';
import { Badge, Card, Facts, Page, ProgressBar, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { duration, size } from '../../app-kit/format.ts';
import { Shown } from '../../app-kit/LoadState.tsx';
import { useSystem } from '../../app-kit/system-service.ts';
import { volumeWord } from '../../file-kit/kinds.ts';
import { fileWords } from '../../file-kit/messages.ts';
import { NEARLY_FULL, spaceOf } from '../../file-kit/space.ts';
import { useQuery } from '../../react/use-query.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './box-info.module.css';
import { RestartNetwork } from './RestartNetwork.tsx';

const Interface = ({ dev, nth }: { readonly dev: NetworkInterface; readonly nth: number }) => {
  const t = useText(messages);
  return (
    <Card>
      <h4 className={styles.name}>
        {dev.kind === 'wireless' ? t('wireless') : t('wired')} {nth > 1 ? nth : ''}{' '}
        <Badge tone={dev.up === 1 ? 'success' : 'neutral'}>{dev.up === 1 ? t('up') : t('down')}</Badge>
      </h4>
      <Facts
        facts={[
          { id: 'ip', name: t('address'), value: dev.ip },
          { id: 'v6', name: t('ipv6'), value: dev.ipv6.join(', ') },
          { id: 'gateway', name: t('gateway'), value: dev.gateway },
          { id: 'dns', name: t('dns'), value: dev.dns.join(', ') },
          { id: 'mac', name: t('mac'), value: dev.mac },
          { id: 'speed', name: t('speed'), value: dev.speed > 0 ? t('mbit', { n: dev.speed }) : '' },
        ].filter(({ value }) => value !== '')}
      />
    </Card>
  );
};

const VolumeCard = ({ volume }: { readonly volume: Volume }) => {
  const t = useText(messages);
  const name = volumeWord(volume, useText(fileWords));
  const { total, used, free, percent } = spaceOf(volume);
  const text = t('usedOf', { used: size(used), total: size(total), free: size(free) });
  return (
    <Card>
      <h4 className={styles.name}>{name}</h4>
      <ProgressBar label={name} value={percent} valueText={text} state={percent > NEARLY_FULL ? 'failed' : 'accent'} />
      <p className={styles.text}>{text}</p>
    </Card>
  );
};

/** How often volumes are fetched when the box does not push changes, in ms. */
const REFRESH_MS = 60_000;

/** Box Info (P-27): product, network addresses and volumes of the box. */
export const App = () => {
  const t = useText(messages);
  const system = useSystem();
  const [product, reloadProduct] = useQuery(useCallback(() => system.product(), [system]));
  const [interfaces, reloadInterfaces] = useQuery(useCallback(() => system.interfaces(), [system]));
  const [volumes, reloadVolumes] = useQuery(
    useCallback(() => system.volumes(), [system]),
    { about: 'disks', every: REFRESH_MS },
  );
  return (
    <Page label={t('title')}>
      <Section title={t('box')}>
        <Card>
          <Shown of={product} reload={reloadProduct}>
            {(box) => (
              <Facts
                facts={[
                  { id: 'name', name: t('name'), value: box.boxname },
                  { id: 'model', name: t('model'), value: box.product },
                  { id: 'version', name: t('version'), value: box.version },
                  { id: 'serial', name: t('serial'), value: box.sn },
                  { id: 'id', name: t('id'), value: box.boxid },
                  { id: 'mac', name: t('mac'), value: box.mac },
                  { id: 'uptime', name: t('uptime'), value: duration(box.uptime) },
                ].filter(({ value }) => value !== '')}
              />
            )}
          </Shown>
        </Card>
      </Section>
      <Section title={t('volumes')}>
        <Shown of={volumes} reload={reloadVolumes}>
          {(list) => {
            const mounted = list.filter(({ mntdir }) => mntdir !== '');
            return mounted.length === 0 ? (
              <p className={styles.text}>{t('noVolumes')}</p>
            ) : (
              <div className={styles.grid}>
                {mounted.map((volume) => (
                  <VolumeCard key={volume.mntdir} volume={volume} />
                ))}
              </div>
            );
          }}
        </Shown>
      </Section>
      <Section title={t('network')}>
        <Shown of={interfaces} reload={reloadInterfaces}>
          {(list) => (
            <div className={styles.grid}>
              {list.map((dev, at) => (
                <Interface
                  key={dev.dev}
                  dev={dev}
                  nth={list.slice(0, at + 1).filter(({ kind }) => kind === dev.kind).length}
                />
              ))}
            </div>
          )}
        </Shown>
        <RestartNetwork />
      </Section>
    </Page>
  );
};

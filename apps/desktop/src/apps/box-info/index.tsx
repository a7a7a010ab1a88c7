import type { NetworkInterface, Volume } from '@boxwood/domain';
import { Badge, Card, Facts, Page, ProgressBar, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { duration, formatSizeText } from '../../kit/app/format-units.ts';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { useSystem } from '../../kit/app/system-service.ts';
import { volumeLabel } from '../../kit/files/file-kinds.ts';
import { fileMessages } from '../../kit/files/messages.ts';
import { NEARLY_FULL_PERCENT, spaceOf } from '../../kit/files/volume-space.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './box-info.module.css';
import { RestartNetwork } from './RestartNetwork.tsx';

const NetworkInterfaceCard = ({ dev, ordinal }: { readonly dev: NetworkInterface; readonly ordinal: number }) => {
  const t = useText(messages);
  return (
    <Card>
      <h4 className={styles.name}>
        {dev.kind === 'wireless' ? t('wireless') : t('wired')} {ordinal > 1 ? ordinal : ''}{' '}
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
  const name = volumeLabel(volume, useText(fileMessages));
  const { total, used, free, percent } = spaceOf(volume);
  const text = t('usedOf', { used: formatSizeText(used), total: formatSizeText(total), free: formatSizeText(free) });
  return (
    <Card>
      <h4 className={styles.name}>{name}</h4>
      <ProgressBar
        label={name}
        value={percent}
        valueText={text}
        state={percent > NEARLY_FULL_PERCENT ? 'failed' : 'accent'}
      />
      <p className={styles.text}>{text}</p>
    </Card>
  );
};

/** How often volumes are fetched when the box does not push changes, in ms. */
const VOLUMES_POLL_INTERVAL_MS = 60_000;

/** Box Info (P-27): product, network addresses and volumes of the box. */
export const App = () => {
  const t = useText(messages);
  const system = useSystem();
  const [product, reloadProduct] = useQuery(useCallback(() => system.product(), [system]));
  const [interfaces, reloadInterfaces] = useQuery(useCallback(() => system.interfaces(), [system]));
  const [volumes, reloadVolumes] = useQuery(
    useCallback(() => system.volumes(), [system]),
    { about: 'disks', every: VOLUMES_POLL_INTERVAL_MS },
  );
  return (
    <Page label={t('title')}>
      <Section title={t('box')}>
        <Card>
          <LoadedContent request={product} reload={reloadProduct}>
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
          </LoadedContent>
        </Card>
      </Section>
      <Section title={t('volumes')}>
        <LoadedContent request={volumes} reload={reloadVolumes}>
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
        </LoadedContent>
      </Section>
      <Section title={t('network')}>
        <LoadedContent request={interfaces} reload={reloadInterfaces}>
          {(list) => (
            <div className={styles.grid}>
              {list.map((dev, index) => (
                <NetworkInterfaceCard
                  key={dev.dev}
                  dev={dev}
                  ordinal={list.slice(0, index + 1).filter(({ kind }) => kind === dev.kind).length}
                />
              ))}
            </div>
          )}
        </LoadedContent>
        <RestartNetwork />
      </Section>
    </Page>
  );
};

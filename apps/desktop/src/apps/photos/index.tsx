import {
  AppLayout,
  IconCamera,
  IconFilm,
  IconHeart,
  IconImages,
  IconLivePhoto,
  IconMonitor,
  IconPanorama,
  Sidebar,
} from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { LinePage } from './parts/LinePage.tsx';
import { isSection, LISTED, type Section, SECTIONS } from './sections.ts';

const icons: Readonly<Record<Section, ReactNode>> = {
  all: <IconImages />,
  favourites: <IconHeart />,
  films: <IconFilm />,
  live: <IconLivePhoto />,
  screenshots: <IconMonitor />,
  panoramas: <IconPanorama />,
  raw: <IconCamera />,
};

/** Pictures and films by the day they were taken. */
export const App = () => {
  const t = useText(messages);
  const indexed = useStream(usePhotos().indexed$);
  const [section, setSection] = useState<Section>('all');
  const sections = Object.keys(SECTIONS)
    .filter(isSection)
    .filter((id) => indexed || LISTED.has(id));
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('sections')}
          current={section}
          onSelect={(id) => {
            if (isSection(id)) setSection(id);
          }}
          items={sections.map((id) => ({
            ...{ id, label: t(id), icon: icons[id] },
            ...(id === 'films' ? { heading: t('kinds') } : {}),
          }))}
        />
      }
    >
      <LinePage key={section} section={section} of={SECTIONS[section]} />
    </AppLayout>
  );
};

import { right } from '@boxwood/command-bus';
import type { BoxUser, LazyResult } from '@boxwood/domain';
import { useCallback } from 'react';
import { of } from 'rxjs';
import { HELP_TOPICS, helpMessages } from '../../kit/app/help-messages.ts';
import { useProfile } from '../../kit/app/profile-service.ts';
import { LanguagesToken, LauncherToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import type { PaletteItem } from './use-palette-items.ts';

/** Items that are not listed without a query and are found by typing. */
interface SearchOnlyItems {
  readonly people: readonly PaletteItem[];
  readonly help: readonly PaletteItem[];
}

/** Palette items for the users of the box and for the help topics. */
export const useSearchOnlyItems = (hasQuery: boolean): SearchOnlyItems => {
  const p = useText(panelMessages);
  const h = useText(helpMessages);
  const languages = useService(LanguagesToken);
  const otherLanguage = languages.text(helpMessages, useStream(languages.language$) === 'en' ? 'zh-CN' : 'en');
  const launcher = useService(LauncherToken);
  const profile = useProfile();
  const session = useService(SessionToken);
  const isLanMode = useStream(session.lanMode$);
  const stage = useStream(session.stage$);
  const boxName = stage.at === 'in' && hasQuery && !isLanMode ? stage.link.boxName : null;
  const [users] = useQuery(
    useCallback(
      (): LazyResult<readonly BoxUser[]> => (boxName === null ? of(right([])) : profile.users(boxName)),
      [profile, boxName],
    ),
  );
  if (!hasQuery) return { people: [], help: [] };
  return {
    people: (users.at === 'ready' ? users.value : []).map(({ userName, nickName }): PaletteItem => ({
      id: `person-${userName}`,
      label: nickName === '' ? userName : nickName,
      otherNames: [userName],
      icon: 'account',
      group: p('groupPeople'),
      run: () => launcher.open('account', { pageIndex: 2 }),
    })),
    help: HELP_TOPICS.map((topic): PaletteItem => ({
      id: `help-${topic}`,
      label: h(topic),
      otherNames: [otherLanguage(topic)],
      icon: 'help',
      group: p('groupHelp'),
      run: () => launcher.open('help', { params: { topic } }),
    })),
  };
};

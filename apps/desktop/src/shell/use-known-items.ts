import { right } from '@boxwood/command-bus';
import type { BoxUser, Question } from '@boxwood/domain';
import { useCallback } from 'react';
import { of } from 'rxjs';
import { HELP_TOPICS, helpWords } from '../app-kit/help-words.ts';
import { useProfile } from '../app-kit/profile-service.ts';
import { LanguagesToken, LauncherToken, SessionToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { panelWords } from './panel-messages.ts';
import type { PaletteItem } from './use-palette-items.ts';

/** Items that are not listed without a query and are found by typing. */
interface KnownItems {
  readonly people: readonly PaletteItem[];
  readonly help: readonly PaletteItem[];
}

/** Palette items for the users of the box and for the help topics. */
export const useKnownItems = (isTyped: boolean): KnownItems => {
  const p = useText(panelWords);
  const h = useText(helpWords);
  const languages = useService(LanguagesToken);
  const other = languages.text(helpWords, useStream(languages.language$) === 'en' ? 'zh-CN' : 'en');
  const launcher = useService(LauncherToken);
  const profile = useProfile();
  const session = useService(SessionToken);
  const isAlone = useStream(session.lanMode$);
  const stage = useStream(session.stage$);
  const boxName = stage.at === 'in' && isTyped && !isAlone ? stage.link.boxName : null;
  const [users] = useQuery(
    useCallback(
      (): Question<readonly BoxUser[]> => (boxName === null ? of(right([])) : profile.users(boxName)),
      [profile, boxName],
    ),
  );
  if (!isTyped) return { people: [], help: [] };
  return {
    people: (users.at === 'ready' ? users.value : []).map(({ userName, nickName }): PaletteItem => ({
      id: `person-${userName}`,
      label: nickName === '' ? userName : nickName,
      also: [userName],
      icon: 'account',
      group: p('groupPeople'),
      run: () => launcher.open('account', { pageIndex: 2 }),
    })),
    help: HELP_TOPICS.map((topic): PaletteItem => ({
      id: `help-${topic}`,
      label: h(topic),
      also: [other(topic)],
      icon: 'help',
      group: p('groupHelp'),
      run: () => launcher.open('help', { params: { topic } }),
    })),
  };
};

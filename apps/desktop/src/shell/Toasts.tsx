import type { Values } from '@boxwood/domain';
import { createToasts, ToastRegion } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { LanguagesToken, NotificationsToken } from '../composition/tokens.ts';
import { shownName } from '../i18n/shown-name.ts';
import { words } from '../i18n/words.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useFailureText, useText } from '../react/use-text.ts';
import { panelWords } from './panel-messages.ts';
import { useDeviceNews } from './use-device-news.ts';

/** Names may contain characters that change the text direction. */
const shownValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? shownName(value) : value]),
  );

/** Shows the notices of the domain as toasts, with undo where available. The domain decides when a notice ends. */
export const Toasts = () => {
  const t = useText(panelWords);
  const c = useText(common);
  const languages = useService(LanguagesToken);
  const notifications = useService(NotificationsToken);
  const list = useStream(notifications.list$);
  const textOf = useFailureText();
  const language = useStream(languages.language$);
  const spoken = useRef(language);
  const [toasts] = useState(createToasts);
  const [shown] = useState(() => new Set<string>());
  useDeviceNews(toasts);
  useEffect(() => {
    // After a language change the toasts are shown again in the new language.
    if (spoken.current !== language) {
      spoken.current = language;
      for (const id of shown) toasts.close(id);
      shown.clear();
    }
    const wanted = new Set(list.map((notice) => notice.id));
    for (const id of shown) {
      if (wanted.has(id)) continue;
      shown.delete(id);
      toasts.close(id);
    }
    for (const notice of list) {
      if (shown.has(notice.id)) continue;
      shown.add(notice.id);
      const failure = notice.failure === null ? null : textOf(notice.failure);
      const word = notice.word === null ? null : languages.words(words, notice.word, notice.values);
      const describe = (about: typeof notice.about, failed: string | null): { readonly description?: string } => {
        const text = failed ?? (about === null ? null : languages.words(words, about.word, shownValues(about.values)));
        return text === null ? {} : { description: text };
      };
      toasts.show({
        id: notice.id,
        kind: notice.level,
        title: word ?? failure?.text ?? '',
        ...describe(notice.about, word === null ? null : (failure?.text ?? null)),
        timeout: 0,
        ...(notice.action === null
          ? {}
          : {
              action: {
                label: languages.words(words, notice.action, {}),
                onPress: () => {
                  notifications.act(notice.id);
                },
              },
            }),
      });
    }
  }, [list, shown, toasts, notifications, languages, language, textOf, c]);
  return <ToastRegion toasts={toasts} label={t('notifications')} closeLabel={t('notificationsClose')} aboveBar />;
};

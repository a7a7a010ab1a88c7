import type { MessageValues } from '@boxwood/domain';
import { createToasts, ToastRegion } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { LanguagesToken, NotificationsToken } from '../../composition/service-tokens.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { domainMessages } from '../../platform/i18n/domain-messages.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import { useDeviceNotices } from './use-device-notices.ts';

/** Names may contain characters that change the text direction. */
const safeValues = (values: MessageValues): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? safeDisplayName(value) : value]),
  );

/** Shows the notices of the domain as toasts, with undo where available. The domain decides when a notice ends. */
export const Toasts = () => {
  const t = useText(panelMessages);
  const c = useText(commonMessages);
  const languages = useService(LanguagesToken);
  const notifications = useService(NotificationsToken);
  const list = useStream(notifications.list$);
  const textOf = useFailureText();
  const language = useStream(languages.language$);
  const shownLanguage = useRef(language);
  const [toasts] = useState(createToasts);
  const [shownIds] = useState(() => new Set<string>());
  useDeviceNotices(toasts);
  useEffect(() => {
    // After a language change the toasts are shown again in the new language.
    if (shownLanguage.current !== language) {
      shownLanguage.current = language;
      for (const id of shownIds) toasts.close(id);
      shownIds.clear();
    }
    const currentIds = new Set(list.map((notice) => notice.id));
    for (const id of shownIds) {
      if (currentIds.has(id)) continue;
      shownIds.delete(id);
      toasts.close(id);
    }
    for (const notice of list) {
      if (shownIds.has(notice.id)) continue;
      shownIds.add(notice.id);
      const failure = notice.failure === null ? null : textOf(notice.failure);
      const message =
        notice.messageKey === null ? null : languages.textByKey(domainMessages, notice.messageKey, notice.values);
      const describe = (about: typeof notice.detail, failed: string | null): { readonly description?: string } => {
        const text =
          failed ??
          (about === null ? null : languages.textByKey(domainMessages, about.messageKey, safeValues(about.values)));
        return text === null ? {} : { description: text };
      };
      toasts.show({
        id: notice.id,
        kind: notice.level,
        title: message ?? failure?.text ?? '',
        ...describe(notice.detail, message === null ? null : (failure?.text ?? null)),
        timeout: 0,
        ...(notice.action === null
          ? {}
          : {
              action: {
                label: languages.textByKey(domainMessages, notice.action, {}),
                onPress: () => {
                  notifications.runAction(notice.id);
                },
              },
            }),
      });
    }
  }, [list, shownIds, toasts, notifications, languages, language, textOf, c]);
  return <ToastRegion toasts={toasts} label={t('notifications')} closeLabel={t('notificationsClose')} aboveBar />;
};

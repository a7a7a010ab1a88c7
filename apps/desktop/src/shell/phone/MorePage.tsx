import {
  AppIcon,
  IconBell,
  IconChevronRight,
  IconHelp,
  IconLanguage,
  IconLogOut,
  IconPhone,
  IconPower,
  IconRefresh,
  IconRotateRight,
  IconSun,
  Menu,
  PhoneHeader,
} from '@boxwood/ui';
import type { SessionStage } from '@boxwood/domain';
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import type { AnyApp } from '../../kit/app/apps/define-app.ts';
import type { AppId } from '../../kit/app/apps/app-links.ts';
import { PersonAvatar } from '../../kit/app/PersonAvatar.tsx';
import {
  AppearanceToken,
  LanguagesToken,
  LauncherToken,
  MessagesToken,
  RouterToken,
  SessionToken,
  SettingsToken,
  ShellToken,
} from '../../composition/service-tokens.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../platform/i18n/language.ts';
import { showInstallPrompt, installAvailability, needsManualInstall } from '../../platform/install-prompt.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { THEMES } from '../../platform/theme/appearance.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import { phoneMessages } from './messages.ts';
import { APP_BY_TAB } from './phone-tabs.ts';
import styles from './phone-shell.module.css';

const USER_APPS: readonly AppId[] = ['trash', 'safe', 'private', 'family-share'];
const BOX_APPS: readonly AppId[] = [
  'task-centre',
  'activity',
  'device-status',
  'device-storage',
  'settings',
  'box-info',
];
/** Apps that are elsewhere on this page or are a tab. */
const EXCLUDED_APPS: ReadonlySet<string> = new Set<AppId>([...Object.values(APP_BY_TAB), 'search', 'account', 'help']);

interface MoreRowProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: ReactNode;
  readonly label: string;
  readonly note?: string;
  readonly end?: ReactNode;
  readonly app?: string;
}

const MoreRow = ({ icon, label, note, end, app, ...rest }: MoreRowProps) => (
  <button type="button" {...rest} className={styles.row} data-app={app}>
    <span className={styles.glyph}>{icon}</span>
    <span className={styles.words}>
      {label}
      {note === undefined ? null : <small>{note}</small>}
    </span>
    {end ?? <IconChevronRight size={18} aria-hidden="true" />}
  </button>
);

const MoreCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.card} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Everything that is not a tab: cards that lead to pages. */
export const MorePage = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneMessages);
  const launcher = useService(LauncherToken);
  const offered = useStream(launcher.offeredApps$).filter(
    ({ id, desktop }) => desktop !== 'hidden' && !EXCLUDED_APPS.has(id),
  );
  const offeredAmong = (ids: readonly AppId[]): readonly AnyApp[] =>
    ids.flatMap((id) => offered.find((app) => app.id === id) ?? []);
  const rest = offered.filter(({ id }) => !USER_APPS.includes(id) && !BOX_APPS.includes(id));
  return (
    <>
      <PhoneHeader title={t('more')} />
      <div className={styles.more}>
        <UserCard stage={stage} />
        <MoreCard title={t('yours')}>
          <AppRows apps={offeredAmong(USER_APPS)} />
        </MoreCard>
        <MoreCard title={t('box')}>
          <AppRows apps={offeredAmong(BOX_APPS)} />
          <BoxActionRows stage={stage} />
        </MoreCard>
        {rest.length === 0 ? null : (
          <MoreCard title={t('tools')}>
            <AppRows apps={rest} />
          </MoreCard>
        )}
        <PhoneSettingsCard />
      </div>
    </>
  );
};

const AppRows = ({ apps }: { readonly apps: readonly AnyApp[] }) => {
  const localize = useLocalizedText();
  const launcher = useService(LauncherToken);
  return apps.map((app) => (
    <MoreRow
      key={app.id}
      app={app.id}
      icon={<AppIcon name={app.icon} size={30} />}
      label={localize(app.title)}
      onClick={() => {
        launcher.open(app.id);
      }}
    />
  ));
};

const UserCard = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneMessages);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const avatar = useStream(useService(SettingsToken).value$('avatar'));
  const { available, unread } = useStream(useService(MessagesToken).state$);
  return (
    <div className={styles.card}>
      <MoreRow
        app="account"
        icon={<PersonAvatar name={stage.username} picture={avatar ?? ''} size={40} />}
        label={stage.username}
        note={t('account')}
        onClick={() => launcher.open('account', { pageIndex: 1 })}
      />
      {available ? (
        <MoreRow
          icon={<IconBell size={22} />}
          label={t('messages')}
          {...(unread === 0 ? {} : { end: <span className={styles.news}>{unread}</span> })}
          onClick={() => {
            panels.toggle('messages');
          }}
        />
      ) : null}
    </div>
  );
};

const BoxActionRows = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const desktopText = useText(desktopMessages);
  const panels = useService(ShellToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const { link } = stage;
  return (
    <>
      {link.mode === 'towan' ? (
        <MoreRow
          icon={<IconRotateRight size={22} />}
          label={desktopText('switchBox')}
          onClick={() => {
            session.leaveBox();
            router.go(ROUTES.chooserList);
          }}
        />
      ) : null}
      {link.admin ? (
        <>
          <MoreRow
            icon={<IconRefresh size={22} />}
            label={desktopText('reboot')}
            onClick={() => panels.show('reboot')}
          />
          <MoreRow
            icon={<IconPower size={22} />}
            label={desktopText('shutdown')}
            onClick={() => panels.show('shutdown')}
          />
        </>
      ) : null}
    </>
  );
};

const PhoneSettingsCard = () => {
  const launcher = useService(LauncherToken);
  const t = useText(phoneMessages);
  const desktopText = useText(desktopMessages);
  const panels = useService(ShellToken);
  const appearance = useService(AppearanceToken);
  const theme = useStream(appearance.theme$);
  const language = useStream(useService(LanguagesToken).language$);
  const canInstall = useSyncExternalStore(installAvailability.subscribe, installAvailability.isAvailable);
  const themes = {
    system: desktopText('themeSystem'),
    light: desktopText('themeLight'),
    dark: desktopText('themeDark'),
  };
  return (
    <MoreCard title={t('this')}>
      <Menu
        entries={[
          {
            kind: 'choice',
            id: 'theme',
            label: t('theme'),
            value: theme,
            options: THEMES.map((value) => ({ value, label: themes[value] })),
            onChange: (value) => {
              appearance.useTheme(THEMES.find((one) => one === value) ?? 'system');
            },
          },
        ]}
        trigger={<MoreRow icon={<IconSun size={22} />} label={t('theme')} note={themes[theme]} />}
      />
      <Menu
        entries={[
          {
            kind: 'choice',
            id: 'language',
            label: t('language'),
            value: language,
            options: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
            onChange: (value) => {
              appearance.useLanguage(LANGUAGES.find((one) => one === value) ?? 'en');
            },
          },
        ]}
        trigger={<MoreRow icon={<IconLanguage size={22} />} label={t('language')} note={LANGUAGE_NAMES[language]} />}
      />
      {canInstall ? <MoreRow icon={<IconPhone size={22} />} label={t('install')} onClick={showInstallPrompt} /> : null}
      <MoreRow
        icon={<IconHelp size={22} />}
        label={desktopText('help')}
        onClick={() => {
          launcher.open('help');
        }}
      />
      <MoreRow
        icon={<IconLogOut size={22} />}
        label={desktopText('signOut')}
        end={<span />}
        onClick={() => panels.show('logout')}
      />
      {needsManualInstall() ? <p className={styles.hint}>{t('installByHand')}</p> : null}
      {globalThis.isSecureContext ? null : <p className={styles.hint}>{t('insecure')}</p>}
    </MoreCard>
  );
};

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
import type { AnyApp } from '../../app-kit/define-app.ts';
import type { AppId } from '../../app-kit/links.ts';
import { PersonAvatar } from '../../app-kit/PersonAvatar.tsx';
import {
  AppearanceToken,
  LanguagesToken,
  LauncherToken,
  MessagesToken,
  RouterToken,
  SessionToken,
  SettingsToken,
  ShellToken,
} from '../../composition/tokens.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';
import { install, installable, installsByHand } from '../../platform/install.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText, useWords } from '../../react/use-text.ts';
import { ROUTES } from '../../routes/route.ts';
import { THEMES } from '../../theme/appearance.ts';
import { desk } from '../desk-messages.ts';
import { phoneWords } from './messages.ts';
import { APP_OF } from './place.ts';
import styles from './phone-shell.module.css';

const YOURS: readonly AppId[] = ['trash', 'safe', 'private', 'family-share'];
const BOX: readonly AppId[] = ['task-centre', 'activity', 'device-status', 'device-storage', 'settings', 'box-info'];
/** Apps that are elsewhere on this page or are a tab. */
const ELSEWHERE: ReadonlySet<string> = new Set<AppId>([...Object.values(APP_OF), 'search', 'account', 'help']);

interface RowProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: ReactNode;
  readonly label: string;
  readonly note?: string;
  readonly end?: ReactNode;
  readonly app?: string;
}

const Row = ({ icon, label, note, end, app, ...rest }: RowProps) => (
  <button type="button" {...rest} className={styles.row} data-app={app}>
    <span className={styles.glyph}>{icon}</span>
    <span className={styles.words}>
      {label}
      {note === undefined ? null : <small>{note}</small>}
    </span>
    {end ?? <IconChevronRight size={18} aria-hidden="true" />}
  </button>
);

const Card = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.card} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Everything that is not a tab: cards that lead to pages. */
export const More = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneWords);
  const launcher = useService(LauncherToken);
  const offered = useStream(launcher.offered$).filter(({ id, desktop }) => desktop !== 'hidden' && !ELSEWHERE.has(id));
  const among = (ids: readonly AppId[]): readonly AnyApp[] =>
    ids.flatMap((id) => offered.find((app) => app.id === id) ?? []);
  const rest = offered.filter(({ id }) => !YOURS.includes(id) && !BOX.includes(id));
  return (
    <>
      <PhoneHeader title={t('more')} />
      <div className={styles.more}>
        <Person stage={stage} />
        <Card title={t('yours')}>
          <Apps apps={among(YOURS)} />
        </Card>
        <Card title={t('box')}>
          <Apps apps={among(BOX)} />
          <BoxActs stage={stage} />
        </Card>
        {rest.length === 0 ? null : (
          <Card title={t('tools')}>
            <Apps apps={rest} />
          </Card>
        )}
        <ThisPhone />
      </div>
    </>
  );
};

const Apps = ({ apps }: { readonly apps: readonly AnyApp[] }) => {
  const words = useWords();
  const launcher = useService(LauncherToken);
  return apps.map((app) => (
    <Row
      key={app.id}
      app={app.id}
      icon={<AppIcon name={app.icon} size={30} />}
      label={words(app.title)}
      onClick={() => {
        launcher.open(app.id);
      }}
    />
  ));
};

const Person = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneWords);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const avatar = useStream(useService(SettingsToken).value$('avatar'));
  const { available, unread } = useStream(useService(MessagesToken).state$);
  return (
    <div className={styles.card}>
      <Row
        app="account"
        icon={<PersonAvatar name={stage.username} picture={avatar ?? ''} size={40} />}
        label={stage.username}
        note={t('account')}
        onClick={() => launcher.open('account', { pageIndex: 1 })}
      />
      {available ? (
        <Row
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

const BoxActs = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const s = useText(desk);
  const panels = useService(ShellToken);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const { link } = stage;
  return (
    <>
      {link.mode === 'towan' ? (
        <Row
          icon={<IconRotateRight size={22} />}
          label={s('switchBox')}
          onClick={() => {
            session.leaveBox();
            router.go(ROUTES.chooserList);
          }}
        />
      ) : null}
      {link.admin ? (
        <>
          <Row icon={<IconRefresh size={22} />} label={s('reboot')} onClick={() => panels.show('reboot')} />
          <Row icon={<IconPower size={22} />} label={s('shutdown')} onClick={() => panels.show('shutdown')} />
        </>
      ) : null}
    </>
  );
};

const ThisPhone = () => {
  const launcher = useService(LauncherToken);
  const t = useText(phoneWords);
  const s = useText(desk);
  const panels = useService(ShellToken);
  const appearance = useService(AppearanceToken);
  const theme = useStream(appearance.theme$);
  const language = useStream(useService(LanguagesToken).language$);
  const canInstall = useSyncExternalStore(installable.subscribe, installable.now);
  const themes = { system: s('themeSystem'), light: s('themeLight'), dark: s('themeDark') };
  return (
    <Card title={t('this')}>
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
        trigger={<Row icon={<IconSun size={22} />} label={t('theme')} note={themes[theme]} />}
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
        trigger={<Row icon={<IconLanguage size={22} />} label={t('language')} note={LANGUAGE_NAMES[language]} />}
      />
      {canInstall ? <Row icon={<IconPhone size={22} />} label={t('install')} onClick={install} /> : null}
      <Row
        icon={<IconHelp size={22} />}
        label={s('help')}
        onClick={() => {
          launcher.open('help');
        }}
      />
      <Row icon={<IconLogOut size={22} />} label={s('signOut')} end={<span />} onClick={() => panels.show('logout')} />
      {installsByHand() ? <p className={styles.hint}>{t('installByHand')}</p> : null}
      {globalThis.isSecureContext ? null : <p className={styles.hint}>{t('insecure')}</p>}
    </Card>
  );
};

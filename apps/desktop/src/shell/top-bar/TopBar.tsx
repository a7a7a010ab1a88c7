import {
  AppIcon,
  Button,
  IconBell,
  IconButton,
  IconChevronDown,
  IconCopy,
  IconGlobe,
  IconMessage,
  IconNetwork,
  IconSearch,
  IconSettings,
  IconTasks,
  Menu,
  type MenuEntry,
} from '@boxwood/ui';
import type { SessionStage } from '@boxwood/domain';
import { useState } from 'react';
import { PersonAvatar } from '../../kit/app/PersonAvatar.tsx';
import { PRODUCT_VERSION } from '../../kit/app/product.ts';
import { useProfile } from '../../kit/app/profile-service.ts';
import {
  AppearanceToken,
  LanguagesToken,
  LauncherToken,
  MessagesToken,
  RouterToken,
  SessionToken,
  SettingsToken,
  ShellToken,
  TasksToken,
} from '../../composition/service-tokens.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../platform/i18n/language.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { THEMES } from '../../platform/theme/appearance.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import styles from './top-bar.module.css';

type SignedInStage = Extract<SessionStage, { readonly at: 'in' }>;

const BoxMenu = ({ stage }: { readonly stage: SignedInStage }) => {
  const t = useText(desktopMessages);
  const launcher = useService(LauncherToken);
  const router = useService(RouterToken);
  const session = useService(SessionToken);
  const name = stage.link.nick;
  const entries: readonly MenuEntry[] = [
    { kind: 'action', id: 'box-info', label: t('boxInfo'), onSelect: () => launcher.open('box-info') },
    ...(stage.link.mode === 'towan'
      ? ([
          {
            kind: 'action',
            id: 'switch-box',
            label: t('switchBox'),
            onSelect: () => {
              session.leaveBox();
              router.go(ROUTES.chooserList);
            },
          },
        ] as const)
      : []),
  ];
  return (
    <Menu
      entries={entries}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          icon={<AppIcon name="box-info" size={18} />}
          iconAfter={<IconChevronDown size={14} />}
          aria-label={t('boxMenu', { name })}
        >
          <span className={styles.boxName}>{name}</span>
        </Button>
      }
    />
  );
};

const NetworkMenu = ({ stage }: { readonly stage: SignedInStage }) => {
  const t = useText(desktopMessages);
  const { link } = stage;
  const addressEntry = (id: string, label: string, value: string): MenuEntry => ({
    kind: 'action',
    id,
    label,
    keys: value === '' ? t('unknown') : value,
    icon: <IconCopy size={16} />,
    onSelect: () => {
      void copyText(value);
    },
  });
  const isDirect = link.mode === 'toloc';
  const entries: readonly MenuEntry[] = [
    addressEntry('lan', t('lanIp'), link.ip),
    ...(isDirect ? [] : [addressEntry('wan', t('wanIp'), link.wanIp)]),
    ...(isDirect || link.ipv6 === '' ? [] : [addressEntry('v6', t('ipv6'), link.ipv6)]),
  ];
  const isRelayed = link.mode === 'towan';
  return (
    <Menu
      entries={entries}
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={isRelayed ? t('networkWan') : t('networkLan')}
          icon={isRelayed ? <IconGlobe /> : <IconNetwork />}
        />
      }
    />
  );
};

const TaskMenu = () => {
  const t = useText(desktopMessages);
  const launcher = useService(LauncherToken);
  const dot = useStream(useService(TasksToken).dot$);
  const open = (pageIndex: number) => () => launcher.open('task-centre', { pageIndex });
  return (
    <Menu
      align="end"
      entries={[
        { kind: 'action', id: 'tasks', label: t('basicTasks'), onSelect: open(1) },
        { kind: 'action', id: 'uploads', label: t('uploadTasks'), onSelect: open(2) },
      ]}
      trigger={
        <IconButton
          size="sm"
          className={styles.dotted}
          label={dot ? t('tasksActive') : t('tasks')}
          data-dot={dot ? '' : undefined}
          icon={<IconTasks />}
        />
      }
    />
  );
};

const UserMenu = ({ username }: { readonly username: string }) => {
  const t = useText(desktopMessages);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const settings = useService(SettingsToken);
  const avatar = useStream(settings.value$('avatar'));
  const profile = useProfile();
  const lan = useStream(useService(SessionToken).lanMode$);
  const [nickname, setNickname] = useState('');
  // Requested each time the menu opens, because the user may have changed the nickname in another client.
  const loadNickname = (open: boolean): void => {
    if (!open || lan) return;
    profile.me().subscribe((result) => {
      if (result._tag === 'Right') setNickname(result.right.nickName);
    });
  };
  return (
    <Menu
      align="end"
      onOpenChange={loadNickname}
      header={
        <div className={styles.person}>
          <PersonAvatar name={username} picture={avatar ?? ''} size={44} />
          <div>
            <div className={styles.alias}>{nickname === '' ? username : nickname}</div>
            {nickname === '' || nickname === username ? null : <div className={styles.username}>{username}</div>}
          </div>
        </div>
      }
      entries={[
        {
          kind: 'action',
          id: 'centre',
          label: t('personalCentre'),
          onSelect: () => launcher.open('account', { pageIndex: 1 }),
        },
        {
          kind: 'action',
          id: 'accounts',
          label: t('accountManagement'),
          onSelect: () => launcher.open('account', { pageIndex: 2 }),
        },
        { kind: 'separator', id: 's' },
        { kind: 'action', id: 'logout', label: t('signOut'), onSelect: () => panels.show('logout') },
      ]}
      trigger={
        <button type="button" className={styles.avatar} aria-label={t('userMenu', { name: username })}>
          <PersonAvatar name={username} picture={avatar ?? ''} size={26} />
        </button>
      }
    />
  );
};

const MessageButton = () => {
  const t = useText(desktopMessages);
  const panels = useService(ShellToken);
  const { available, unread } = useStream(useService(MessagesToken).state$);
  if (!available) return null;
  return (
    <IconButton
      size="sm"
      className={styles.dotted}
      label={unread > 0 ? t('unread', { count: unread }) : t('messages')}
      data-dot={unread > 0 ? '' : undefined}
      icon={unread > 0 ? <IconBell /> : <IconMessage />}
      onClick={() => {
        panels.toggle('messages');
      }}
    />
  );
};

const SettingsMenu = () => {
  const t = useText(desktopMessages);
  const launcher = useService(LauncherToken);
  const panels = useService(ShellToken);
  const settings = useService(SettingsToken);
  const appearance = useService(AppearanceToken);
  const side = useStream(settings.value$('closeButton'));
  const theme = useStream(appearance.theme$);
  const language = useStream(useService(LanguagesToken).language$);
  const themeNames = { system: t('themeSystem'), light: t('themeLight'), dark: t('themeDark') };
  const entries: readonly MenuEntry[] = [
    { kind: 'heading', id: 'version', label: t('version', { version: PRODUCT_VERSION }) },
    { kind: 'action', id: 'wallpaper', label: t('wallpaper'), onSelect: () => panels.show('wallpaper') },
    {
      kind: 'submenu',
      id: 'buttons',
      label: t('buttonPosition'),
      entries: [
        {
          kind: 'choice',
          id: 'side',
          label: t('buttonPosition'),
          value: side,
          options: [
            { value: 'L', label: t('left') },
            { value: 'R', label: t('right') },
          ],
          onChange: (value) => {
            settings.set('closeButton', value === 'L' ? 'L' : 'R');
          },
        },
      ],
    },
    {
      kind: 'submenu',
      id: 'theme',
      label: t('theme'),
      entries: [
        {
          kind: 'choice',
          id: 'theme-choice',
          label: t('theme'),
          value: theme,
          options: THEMES.map((value) => ({ value, label: themeNames[value] })),
          onChange: (value) => {
            appearance.useTheme(THEMES.find((one) => one === value) ?? 'system');
          },
        },
      ],
    },
    {
      kind: 'submenu',
      id: 'language',
      label: t('language'),
      entries: [
        {
          kind: 'choice',
          id: 'language-choice',
          label: t('language'),
          value: language,
          options: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          onChange: (value) => {
            appearance.useLanguage(LANGUAGES.find((one) => one === value) ?? 'en');
          },
        },
      ],
    },
    { kind: 'separator', id: 's1' },
    { kind: 'action', id: 'reboot', label: t('reboot'), onSelect: () => panels.show('reboot') },
    { kind: 'action', id: 'shutdown', label: t('shutdown'), onSelect: () => panels.show('shutdown') },
    { kind: 'separator', id: 's2' },
    { kind: 'action', id: 'about', label: t('about'), onSelect: () => launcher.open('settings', { pageIndex: 1 }) },
    {
      kind: 'action',
      id: 'update-log',
      label: t('updateLog'),
      onSelect: () => launcher.open('settings', { pageIndex: 4 }),
    },
    { kind: 'action', id: 'shortcuts', label: t('shortcuts'), keys: '?', onSelect: () => panels.show('shortcuts') },
    {
      kind: 'action',
      id: 'help',
      label: t('help'),
      onSelect: () => launcher.open('help'),
    },
    { kind: 'separator', id: 's3' },
    { kind: 'action', id: 'sign-out', label: t('signOut'), onSelect: () => panels.show('logout') },
  ];
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={<IconButton size="sm" label={t('settings')} icon={<IconSettings />} />}
    />
  );
};

/** The bar at the top of the desktop, 40 px high (SHELL-09, SHELL-19 to SHELL-32). */
export const TopBar = ({ stage }: { readonly stage: SignedInStage }) => {
  const t = useText(desktopMessages);
  const panels = useService(ShellToken);
  return (
    <header className={styles.bar} aria-label={t('topBar')}>
      <BoxMenu stage={stage} />
      <div className={styles.space} />
      <IconButton
        size="sm"
        label={t('commandPalette')}
        keys="Ctrl+K"
        icon={<IconSearch />}
        onClick={() => {
          panels.toggle('palette');
        }}
      />
      <NetworkMenu stage={stage} />
      <TaskMenu />
      <MessageButton />
      <SettingsMenu />
      <UserMenu username={stage.username} />
    </header>
  );
};

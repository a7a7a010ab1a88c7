import { MESSAGE_TYPES, type BoxMessage, type MessageType } from '@boxwood/domain';
import { Button, Drawer, IconButton, IconTrash, Tabs } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { WindowNotice } from '../../kit/app/window-states/WindowStates.tsx';
import { MessagesToken, NotificationsToken, SessionToken, ShellToken } from '../../composition/service-tokens.ts';
import { useRetry } from '../../platform/react/use-retry.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { dateTime } from '../../kit/app/format-units.ts';
import { messageDrawerMessages } from './message-drawer-messages.ts';
import { messageText } from './message-text.ts';
import styles from './drawer.module.css';

const MessageRow = ({ message }: { readonly message: BoxMessage }) => {
  const t = useText(messageDrawerMessages);
  const content = messageText(message, t);
  const messages = useService(MessagesToken);
  const notifications = useService(NotificationsToken);
  const stage = useStream(useService(SessionToken).stage$);
  // A message names a box by its id; for the current box its nickname is shown.
  const [currentBox, currentNickname] = stage.at === 'in' ? [stage.link.boxName, stage.link.nick] : ['', ''];
  return (
    <li className={styles.row} data-unread={message.read ? undefined : ''}>
      <div>
        <p className={styles.content}>{content}</p>
        <p className={styles.meta}>
          {message.read ? null : <span className={styles.unread}>{t('unread')}</span>}
          <time>{dateTime(message.dateTime)}</time>
          {message.boxName === '' ? null : (
            <span>{message.boxName === currentBox ? currentNickname : message.boxName}</span>
          )}
        </p>
      </div>
      <IconButton
        size="sm"
        tooltip={false}
        label={t('deleteMessage')}
        icon={<IconTrash />}
        onClick={() => {
          messages.remove(message.mid).subscribe((result) => {
            if (result._tag === 'Left') notifications.fail(result.left);
          });
        }}
      />
    </li>
  );
};

const MessagePage = ({ type }: { readonly type: MessageType }) => {
  const t = useText(messageDrawerMessages);
  const common = useText(commonMessages);
  const messages = useService(MessagesToken);
  const notifications = useService(NotificationsToken);
  const failureText = useFailureText();
  const { pages, unreadByType } = useStream(messages.state$);
  const page = pages[type];
  useEffect(() => {
    messages.load(type);
  }, [messages, type]);
  useRetry(page.failure, () => {
    messages.load(type);
  });
  const report = (outcome: ReturnType<typeof messages.clear>): void => {
    outcome.subscribe((result) => {
      if (result._tag === 'Left') notifications.fail(result.left);
    });
  };
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <Button
          size="sm"
          disabled={unreadByType[type] === 0 && page.messages.every(({ read }) => read)}
          onClick={() => {
            report(messages.markAllRead(type));
          }}
        >
          {t('markAllRead')}
        </Button>
        {type === 1 ? (
          <Button
            size="sm"
            disabled={page.messages.length === 0}
            onClick={() => {
              report(messages.clear());
            }}
          >
            {t('clear')}
          </Button>
        ) : null}
      </div>
      {page.failure !== null ? (
        <WindowNotice
          alert
          title={t('loadFailed')}
          actions={<Button onClick={() => messages.load(type)}>{common('retry')}</Button>}
        >
          {failureText(page.failure).text}
        </WindowNotice>
      ) : page.messages.length === 0 ? (
        page.loading ? (
          <p role="status" className={styles.meta}>
            {common('loading')}
          </p>
        ) : (
          <WindowNotice title={t('empty')}>{t('emptyText')}</WindowNotice>
        )
      ) : (
        <ul className={styles.list}>
          {page.messages.map((message) => (
            <MessageRow key={message.mid} message={message} />
          ))}
        </ul>
      )}
      {page.pageSum > 1 ? (
        <div className={styles.pager}>
          <Button size="sm" disabled={page.pageNow <= 1} onClick={() => messages.load(type, page.pageNow - 1)}>
            {t('newer')}
          </Button>
          <span className={styles.meta}>{t('pageOf', { page: page.pageNow, pages: page.pageSum })}</span>
          <Button
            size="sm"
            disabled={page.pageNow >= page.pageSum}
            onClick={() => messages.load(type, page.pageNow + 1)}
          >
            {t('older')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};

/** The four kinds of messages; the first kind with an unread message is selected. */
const MessageTabs = () => {
  const t = useText(messageDrawerMessages);
  const { unreadByType } = useStream(useService(MessagesToken).state$);
  const [tab, setTab] = useState<`${MessageType}`>(
    () => `${MESSAGE_TYPES.find((type) => unreadByType[type] > 0) ?? 1}`,
  );
  const names: Readonly<Record<MessageType, string>> = {
    1: t('friends'),
    2: t('replies'),
    3: t('system'),
    4: t('direct'),
  };
  return (
    <Tabs
      className={styles.tabs ?? ''}
      label={t('title')}
      value={tab}
      onValueChange={setTab}
      items={MESSAGE_TYPES.map((type) => ({
        value: `${type}` as const,
        label: names[type],
        badge: unreadByType[type] > 0 ? <span className={styles.badge}>{unreadByType[type]}</span> : null,
        panel: <MessagePage type={type} />,
      }))}
    />
  );
};

/** The drawer on the right with the four kinds of messages (SHELL-25 to SHELL-27); absent in LAN mode (MSG-08). */
export const MessageDrawer = () => {
  const t = useText(messageDrawerMessages);
  const common = useText(commonMessages);
  const shell = useService(ShellToken);
  const open = useStream(shell.panel$) === 'messages';
  const { available } = useStream(useService(MessagesToken).state$);
  if (!available) return null;
  return (
    <Drawer
      open={open}
      belowTopBar
      width={540}
      title={t('title')}
      closeLabel={common('close')}
      onClose={() => {
        shell.close('messages');
      }}
    >
      <MessageTabs />
    </Drawer>
  );
};

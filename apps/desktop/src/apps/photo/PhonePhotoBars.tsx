import {
  Button,
  IconButton,
  IconMoreVertical,
  Menu,
  PhoneHeader,
  SelectionBar,
  selectionActionClass,
} from '@boxwood/ui';
import type { ReactNode } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';
import { type PictureTool, toolIcon } from './picture-tools.tsx';

/**
 * Tools in the bottom bar, in this order, as many as fit. The others are behind “More”; the details tool is in the
 * header.
 */
const PRIMARY_TOOLS: readonly PictureTool['id'][] = ['send', 'share', 'favourite', 'download', 'remove'];
const MAX_PRIMARY_TOOLS = 4;

interface PhonePhotoBarsProps {
  readonly tools: readonly PictureTool[];
  /** For example “3 of 12”. */
  readonly position: string;
  /** The bars are hidden, because only the picture is shown. */
  readonly isHidden: boolean;
  /** The thumbnail strip. */
  readonly children: ReactNode;
}

/** Bars over a picture on a phone: title and back button above, tools below. A tap on the picture toggles them. */
export const PhonePhotoBars = ({ tools, position, isHidden, children }: PhonePhotoBarsProps) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const page = usePhonePage();
  const onLeave = page?.leave ?? null;
  const detailsTool = tools.find(({ id }) => id === 'facts');
  const primaryTools = PRIMARY_TOOLS.flatMap((id) => tools.find((tool) => tool.id === id) ?? []).slice(
    0,
    MAX_PRIMARY_TOOLS,
  );
  const otherTools = tools.filter((tool) => tool !== detailsTool && !primaryTools.includes(tool));
  return (
    <>
      <div className={styles.above} data-theme="dark" data-away={isHidden ? '' : undefined} inert={isHidden}>
        <PhoneHeader
          title={page?.title ?? ''}
          note={<span aria-live="polite">{position}</span>}
          {...(onLeave === null ? {} : { back: { label: c('back'), onPress: onLeave } })}
        >
          {detailsTool === undefined ? null : (
            <IconButton
              size="lg"
              label={detailsTool.label}
              icon={toolIcon(detailsTool)}
              tooltip={false}
              pressed={detailsTool.pressed === true}
              onClick={detailsTool.run}
            />
          )}
        </PhoneHeader>
      </div>
      <div
        className={styles.below}
        data-theme="dark"
        data-away={isHidden ? '' : undefined}
        data-known={detailsTool?.pressed === true ? '' : undefined}
        inert={isHidden}
      >
        {children}
        <SelectionBar
          label={t('tools')}
          actions={primaryTools.map((tool) => ({
            id: tool.id,
            label: tool.label,
            icon: toolIcon(tool),
            onPress: tool.run,
          }))}
        >
          {otherTools.length === 0 ? null : (
            <Menu
              align="end"
              entries={otherTools.map((tool) => ({
                kind: 'action',
                id: tool.id,
                label: tool.label,
                icon: toolIcon(tool),
                onSelect: tool.run,
              }))}
              trigger={
                <Button variant="quiet" className={selectionActionClass} icon={<IconMoreVertical />}>
                  {t('more')}
                </Button>
              }
            />
          )}
        </SelectionBar>
      </div>
    </>
  );
};

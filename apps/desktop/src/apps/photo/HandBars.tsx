import { Button, IconButton, IconMoreVertical, Menu, PhoneHeader, SelectionBar, selectionAct } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';
import { type PictureTool, signOf } from './tools.tsx';

/**
 * Tools in the bottom bar, in this order, as many as fit. The others are behind “More”; the details tool is in the
 * header.
 */
const FRONT: readonly PictureTool['id'][] = ['send', 'share', 'favourite', 'download', 'remove'];
const PLACES = 4;

interface HandBarsProps {
  readonly tools: readonly PictureTool[];
  /** For example “3 of 12”. */
  readonly position: string;
  /** The bars are hidden, because only the picture is shown. */
  readonly hidden: boolean;
  /** The thumbnail strip. */
  readonly children: ReactNode;
}

/** Bars over a picture on a phone: title and back button above, tools below. A tap on the picture toggles them. */
export const HandBars = ({ tools, position, hidden, children }: HandBarsProps) => {
  const t = useText(messages);
  const c = useText(common);
  const page = usePhonePage();
  const leave = page?.leave ?? null;
  const facts = tools.find(({ id }) => id === 'facts');
  const front = FRONT.flatMap((id) => tools.find((tool) => tool.id === id) ?? []).slice(0, PLACES);
  const rest = tools.filter((tool) => tool !== facts && !front.includes(tool));
  return (
    <>
      <div className={styles.above} data-theme="dark" data-away={hidden ? '' : undefined} inert={hidden}>
        <PhoneHeader
          title={page?.title ?? ''}
          note={<span aria-live="polite">{position}</span>}
          {...(leave === null ? {} : { back: { label: c('back'), onPress: leave } })}
        >
          {facts === undefined ? null : (
            <IconButton
              size="lg"
              label={facts.label}
              icon={signOf(facts)}
              tooltip={false}
              pressed={facts.pressed === true}
              onClick={facts.act}
            />
          )}
        </PhoneHeader>
      </div>
      <div
        className={styles.below}
        data-theme="dark"
        data-away={hidden ? '' : undefined}
        data-known={facts?.pressed === true ? '' : undefined}
        inert={hidden}
      >
        {children}
        <SelectionBar
          label={t('tools')}
          acts={front.map((tool) => ({ id: tool.id, label: tool.label, icon: signOf(tool), onPress: tool.act }))}
        >
          {rest.length === 0 ? null : (
            <Menu
              align="end"
              entries={rest.map((tool) => ({
                kind: 'action',
                id: tool.id,
                label: tool.label,
                icon: signOf(tool),
                onSelect: tool.act,
              }))}
              trigger={
                <Button variant="quiet" className={selectionAct} icon={<IconMoreVertical />}>
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

import { Button, IconButton, IconMoreVertical, Menu, PhoneHeader, SelectionBar, selectionAct } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';
import { type PictureTool, signOf } from './tools.tsx';

/** Under the thumb as far as they are there, in this order; the others are behind "More", and what is known in the head. */
const FRONT: readonly PictureTool['id'][] = ['send', 'share', 'favourite', 'download', 'remove'];
const PLACES = 4;

interface HandBarsProps {
  readonly tools: readonly PictureTool[];
  /** "3 of 12". */
  readonly position: string;
  /** The picture alone is looked at. */
  readonly hidden: boolean;
  /** The row of small pictures. */
  readonly children: ReactNode;
}

/** What lies over a picture on a phone: its name and the way back above, what can be done with it below. A touch of the picture takes them away. */
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

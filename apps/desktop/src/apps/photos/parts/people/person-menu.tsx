import type { PersonLabel, TimelinePhoto } from '@boxwood/domain';
import { IconHelp, IconUser, IconUserMinus, type MenuEntry } from '@boxwood/ui';
import type { usePeople } from '../../../../kit/files/pictures/people-service.ts';
import type { Translator } from '../../../../platform/i18n/define-messages.ts';
import type { peopleMessages } from '../../people-messages.ts';

/** What the menu on a person page needs from the page. */
export interface PersonMenuContext {
  readonly p: Translator<(typeof peopleMessages)['table']>;
  readonly people: ReturnType<typeof usePeople>;
  readonly person: PersonLabel;
  /** Shows why a photo matches the person. */
  readonly onShowReason: (photo: string) => void;
}

/** Menu entries for photos on a person page. */
export const personMenuEntries = (
  photos: readonly TimelinePhoto[],
  { p, people, person, onShowReason }: PersonMenuContext,
): readonly MenuEntry[] => {
  const [first] = photos;
  return [
    {
      kind: 'action',
      id: 'not',
      label: p('notThem'),
      icon: <IconUserMinus />,
      onSelect: () => {
        people.split(
          person.id,
          photos.map((photo) => photo.id),
        );
      },
    },
    ...(first === undefined || photos.length > 1
      ? []
      : [
          {
            kind: 'action' as const,
            id: 'face',
            label: p('cover'),
            icon: <IconUser />,
            onSelect: () => {
              people.cover(person.id, first.id);
            },
          },
          {
            kind: 'action' as const,
            id: 'why',
            label: p('why'),
            icon: <IconHelp />,
            onSelect: () => {
              onShowReason(first.id);
            },
          },
        ]),
  ];
};

import { useText } from '../../../platform/react/use-text.ts';
import { albumMessages } from '../album-messages.ts';
import { messages } from '../messages.ts';
import { peopleMessages } from '../people-messages.ts';
import { placeMessages } from '../place-messages.ts';
import { DUPLICATES_PAGE, isSection, PEOPLE_PAGE, PLACES_PAGE, OBJECTS_PAGE } from '../sections.ts';
import { objectMessages } from '../object-messages.ts';

/** Names of the pages of Photos. */
export const usePageName = (): ((page: string) => string) => {
  const [t, a] = [useText(messages), useText(albumMessages)];
  const [f, p, w] = [useText(peopleMessages), useText(placeMessages), useText(objectMessages)];
  return (page) => {
    if (isSection(page)) return t(page);
    switch (page) {
      case PEOPLE_PAGE:
        return f('people');
      case PLACES_PAGE:
        return p('places');
      case OBJECTS_PAGE:
        return w('things');
      case DUPLICATES_PAGE:
        return t('duplicates');
      default:
        return a('albums');
    }
  };
};

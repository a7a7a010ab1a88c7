import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import { peopleWords } from '../people-words.ts';
import { placeWords } from '../place-words.ts';
import { DUPLICATES, isSection, PEOPLE, PLACES, THINGS } from '../sections.ts';
import { thingWords } from '../thing-words.ts';

/** Names of the pages of Photos. */
export const usePartName = (): ((page: string) => string) => {
  const [t, a] = [useText(messages), useText(albumWords)];
  const [f, p, w] = [useText(peopleWords), useText(placeWords), useText(thingWords)];
  return (page) => {
    if (isSection(page)) return t(page);
    switch (page) {
      case PEOPLE:
        return f('people');
      case PLACES:
        return p('places');
      case THINGS:
        return w('things');
      case DUPLICATES:
        return t('duplicates');
      default:
        return a('albums');
    }
  };
};

import type { People } from './faces/people.ts';
import type { PlaceTables } from './places/place-tables.ts';
import type { TextTables } from './texts/text-tables.ts';
import type { ThingTables } from './things/thing-tables.ts';
import { compared, type Found } from './words.ts';

export interface FinderDeps {
  readonly places: Pick<PlaceTables, 'all'>;
  readonly people: Pick<People, 'named'>;
  readonly things: ThingTables;
  readonly texts: TextTables;
}

/** Finds pictures by words that are not their own: of the places where they were taken, and of the people, things and text that they show. */
export class Finder {
  readonly #deps: FinderDeps;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  /** What each word finds, of all that is known; who may see what is asked elsewhere. @param words as {@link compared} has them */
  async find(user: string, words: readonly string[]): Promise<readonly Found[]> {
    const { people, things, texts } = this.#deps;
    const places = [...this.#deps.places.all().values()].map(({ id, name, english, region, regionEnglish }) => ({
      id,
      names: compared([name, english, region, regionEnglish].join('\n')),
    }));
    const found = words.map((word) => ({
      places: new Set(places.flatMap(({ id, names }) => (names.includes(word) ? [id] : []))),
      photos: new Set<string>(),
    }));
    for (const [at, word] of words.entries()) {
      const photos = found[at]?.photos;
      for await (const some of people.named(user, (name) => compared(name).includes(word)))
        for (const photo of some) photos?.add(photo);
      for (const { id, english, chinese } of things.kinds.all)
        if (compared(`${english}\n${chinese}`).includes(word))
          for await (const some of things.photosWith(things.kinds.numberOf(id) ?? -1))
            for (const photo of some) photos?.add(photo);
    }
    for await (const pages of texts.pages())
      for (const { photo, text } of pages) {
        // A page of text is made comparable once, however many words are looked for.
        const said = compared(text);
        for (const [at, word] of words.entries()) if (said.includes(word)) found[at]?.photos.add(photo);
      }
    return found;
  }
}

import type { AlbumFiles } from './album-files.ts';
import type { Albums } from './albums.ts';
import type { People } from './faces/people.ts';
import type { PlaceTables } from './places/place-tables.ts';
import type { TextTables } from './texts/text-tables.ts';
import type { ObjectTables } from './objects/object-tables.ts';
import { normalizeText, type WordMatches, mayBePinyin, type SoundsOf } from './search-query.ts';

export interface PhotoSearchDeps {
  readonly places: Pick<PlaceTables, 'all'>;
  readonly people: Pick<People, 'named'>;
  readonly objects: ObjectTables;
  readonly texts: TextTables;
  readonly albums: Pick<Albums, 'of' | 'content'>;
  readonly albumFiles: Pick<AlbumFiles, 'photosOf'>;
  readonly soundsOf: SoundsOf;
}

/**
 * Searches photos by text that is not part of their own metadata: places, albums, people, recognised objects, and text
 * in the picture.
 */
export class PhotoSearch {
  readonly #deps: PhotoSearchDeps;

  constructor(deps: PhotoSearchDeps) {
    this.#deps = deps;
  }

  /** How a user types the texts in Latin letters (pinyin). */
  soundsOf(texts: readonly string[]): ReturnType<SoundsOf> {
    return this.#deps.soundsOf(texts);
  }

  /**
   * Finds the matches of each word in the whole index. Visibility is checked by the caller.
   * @param words normalised with {@link normalizeText}
   */
  async find(user: string, words: readonly string[]): Promise<readonly WordMatches[]> {
    const { people, objects, texts, albums, albumFiles } = this.#deps;
    const isAnyTyped = words.some(mayBePinyin);
    /** The searchable forms of names: the name itself and its pinyin. */
    const findable = async (names: readonly string[]): Promise<readonly string[]> => {
      const all = names.map(normalizeText);
      const sounds = isAnyTyped ? await this.#deps.soundsOf(all) : [];
      return all.map((name, index) => `${name}\n${sounds[index] ?? ''}`);
    };
    const places = [...this.#deps.places.all().values()];
    const placeNames = await findable(
      places.map(({ name, english, region, regionEnglish }) => [name, english, region, regionEnglish].join('\n')),
    );
    const found = words.map((word) => ({
      places: new Set(places.flatMap(({ id }, index) => (placeNames[index]?.includes(word) === true ? [id] : []))),
      photos: new Set<string>(),
    }));
    const kinds = objects.kinds.all;
    const kindNames = await findable(kinds.map(({ english, chinese }) => `${english}\n${chinese}`));
    const searchableByName = new Map<string, string>();
    const nameContains = async (name: string, word: string): Promise<boolean> => {
      const known = searchableByName.get(name) ?? (await findable([name])).join('');
      searchableByName.set(name, known);
      return known.includes(word);
    };
    const ownAlbums = albums.of(user);
    for (const [index, word] of words.entries()) {
      const photos = found[index]?.photos;
      for (const album of ownAlbums)
        if (await nameContains(album.name, word))
          for await (const batch of albumFiles.photosOf(albums.content(album)))
            for (const photo of batch) photos?.add(photo);
      for await (const batch of people.named(user, (name) => nameContains(name, word)))
        for (const photo of batch) photos?.add(photo);
      for (const [kind, { id }] of kinds.entries())
        if (kindNames[kind]?.includes(word) === true)
          for await (const batch of objects.photosWith(objects.kinds.numberOf(id) ?? -1))
            for (const photo of batch) photos?.add(photo);
    }
    for await (const pages of texts.pages())
      for (const { photo, text } of pages) {
        // Normalise each page once, not once per word.
        const content = normalizeText(text);
        for (const [index, word] of words.entries()) if (content.includes(word)) found[index]?.photos.add(photo);
      }
    return found;
  }
}

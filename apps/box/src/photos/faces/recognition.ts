import type { AiConfig } from '@boxwood/box-sdk';
import { recognitionOf, recognitionWork } from '@boxwood/box-sdk/rules';
import type { Settings } from '../settings.ts';
import type { FaceTables } from './face-tables.ts';
import { leastScore } from './face.ts';
import { leastThing } from '../things/kinds.ts';
import type { ThingTables } from '../things/thing-tables.ts';
import { readsText } from '../texts/text-reader.ts';
import type { TextTables } from '../texts/text-tables.ts';
import type { People } from './people.ts';
import type { Recogniser } from './recogniser.ts';

export interface RecognitionDeps {
  readonly settings: Settings;
  readonly faces: FaceTables;
  readonly things: ThingTables;
  readonly texts: TextTables;
  readonly people: People;
  readonly recogniser: Recogniser;
  readonly onChanged: () => void;
}

/**
 * Deletes results of disabled analyses, in case the box was killed while deleting them. People are deleted together
 * with the switch in one write, never at startup.
 */
export const forgetUnwanted = async ({
  settings,
  faces,
  things,
  texts,
}: Pick<RecognitionDeps, 'settings' | 'faces' | 'things' | 'texts'>): Promise<void> => {
  const unwanted = settings.ai.enable === 0 ? [faces, things] : [];
  const unread = readsText(settings.ai) ? [] : [texts];
  for (const known of [...unwanted, ...unread]) if (!known.isEmpty) await known.forgetAll();
};

/** Applies changes of the recognition settings and their consequences (PHOTO-13, PHOTO-14). */
export class Recognition {
  readonly #deps: RecognitionDeps;

  constructor(deps: RecognitionDeps) {
    this.#deps = deps;
  }

  /** Whether all photos must be analysed again, because stored results lack faces below the old threshold. */
  rescans(after: AiConfig): boolean {
    const before = this.#deps.settings.ai;
    return after.enable === 1 && (before.enable === 0 || leastScore(after) < leastScore(before));
  }

  async set(after: AiConfig): Promise<void> {
    const { faces, things, texts, onChanged, people, recogniser, settings } = this.#deps;
    const before = settings.ai;
    const work = recognitionWork(recognitionOf(before), recognitionOf(after));
    const rescans = this.rescans(after);
    const seeks = after.enable === 1 && leastThing(after) < leastThing(before);
    if (work === 'forget')
      await people.forgetAll(() => {
        settings.putAi(after);
      });
    else settings.setAi(after);
    const reads = readsText(settings.ai);
    if (reads !== readsText(before)) {
      await recogniser.rest();
      if (reads) faces.tryAgain();
      else await texts.forgetAll();
    }
    if (seeks && work !== 'forget') {
      await recogniser.rest();
      await things.forgetAll();
    }
    switch (work) {
      case 'none':
        break;
      case 'scan':
        await recogniser.rest();
        faces.tryAgain();
        break;
      case 'rebuild':
        await recogniser.rest();
        if (rescans) await faces.forgetAll();
        await people.clear();
        break;
      case 'forget':
        await recogniser.rest();
        await faces.forgetAll();
        await things.forgetAll();
        break;
    }
    onChanged();
    recogniser.wake();
  }
}

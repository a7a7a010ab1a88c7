import type { AiConfig } from '@boxwood/box-sdk';
import { recognitionOf, recognitionEffect } from '@boxwood/box-sdk/rules';
import type { PhotoSettings } from '../photo-settings.ts';
import type { FaceTables } from './face-tables.ts';
import { minFaceScore } from './face.ts';
import { minObjectScore } from '../objects/object-kinds.ts';
import type { ObjectTables } from '../objects/object-tables.ts';
import { isTextRecognitionEnabled } from '../texts/text-recogniser.ts';
import type { TextTables } from '../texts/text-tables.ts';
import type { People } from './people.ts';
import type { Recogniser } from './recogniser.ts';

export interface RecognitionControllerDeps {
  readonly settings: PhotoSettings;
  readonly faces: FaceTables;
  readonly objects: ObjectTables;
  readonly texts: TextTables;
  readonly people: People;
  readonly recogniser: Recogniser;
  readonly onChanged: () => void;
}

/**
 * Deletes results of disabled analyses, in case the box was killed while deleting them. People are deleted together
 * with the switch in one write, never at startup.
 */
export const clearDisabledResults = async ({
  settings,
  faces,
  objects,
  texts,
}: Pick<RecognitionControllerDeps, 'settings' | 'faces' | 'objects' | 'texts'>): Promise<void> => {
  const disabledTables = settings.ai.enable === 0 ? [faces, objects] : [];
  const disabledTexts = isTextRecognitionEnabled(settings.ai) ? [] : [texts];
  for (const table of [...disabledTables, ...disabledTexts]) if (!table.isEmpty) await table.forgetAll();
};

/** Applies changes of the recognition settings and their consequences (PHOTO-13, PHOTO-14). */
export class RecognitionController {
  readonly #deps: RecognitionControllerDeps;

  constructor(deps: RecognitionControllerDeps) {
    this.#deps = deps;
  }

  /** Whether all photos must be analysed again, because stored results lack faces below the old threshold. */
  needsRescan(after: AiConfig): boolean {
    const before = this.#deps.settings.ai;
    return after.enable === 1 && (before.enable === 0 || minFaceScore(after) < minFaceScore(before));
  }

  async apply(after: AiConfig): Promise<void> {
    const { faces, objects, texts, onChanged, people, recogniser, settings } = this.#deps;
    const before = settings.ai;
    const work = recognitionEffect(recognitionOf(before), recognitionOf(after));
    const needsRescan = this.needsRescan(after);
    const findsMoreObjects = after.enable === 1 && minObjectScore(after) < minObjectScore(before);
    if (work === 'forget')
      await people.forgetAll(() => {
        settings.putAi(after);
      });
    else settings.setAi(after);
    const isTextEnabled = isTextRecognitionEnabled(settings.ai);
    if (isTextEnabled !== isTextRecognitionEnabled(before)) {
      await recogniser.stop();
      if (isTextEnabled) faces.retryPostponed();
      else await texts.forgetAll();
    }
    if (findsMoreObjects && work !== 'forget') {
      await recogniser.stop();
      await objects.forgetAll();
    }
    switch (work) {
      case 'none':
        break;
      case 'scan':
        await recogniser.stop();
        faces.retryPostponed();
        break;
      case 'rebuild':
        await recogniser.stop();
        if (needsRescan) await faces.forgetAll();
        await people.clear();
        break;
      case 'forget':
        await recogniser.stop();
        await faces.forgetAll();
        await objects.forgetAll();
        break;
    }
    onChanged();
    recogniser.wake();
  }
}

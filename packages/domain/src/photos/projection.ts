import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { AiConfig, Regrouping } from './recognition.ts';

/** What the box told of recognition. */
export interface KnownRecognition {
  readonly cfg: AiConfig | null;
  readonly regrouping: Regrouping | null;
}

/** Recognition as this browser knows it. */
export const recognitionProjection = projection<KnownRecognition, BoxEvent>({
  name: 'recognition',
  version: 1,
  scope: 'ephemeral',
  initial: { cfg: null, regrouping: null },
  on: {
    RecognitionObserved: (draft, { cfg }) => {
      draft.cfg = { ...cfg };
    },
    RecognitionChanged: (draft, { cfg, work }) => {
      draft.cfg = { ...cfg };
      if (cfg.enable === 0) draft.regrouping = null;
      else if (work !== 'none') draft.regrouping = { running: true, done: 0, total: 0 };
    },
    RegroupingObserved: (draft, { regrouping }) => {
      draft.regrouping = { ...regrouping };
    },
  },
});

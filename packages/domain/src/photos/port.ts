import { type AiConfig, GetAiConfig, GetRegrouping, SetAiConfig } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';
import type { Regrouping } from './recognition.ts';

/** The calls of recognition. */
export interface RecognitionPort {
  config(): Answer<AiConfig>;
  setConfig(cfg: AiConfig): Answer<unknown>;
  regrouping(): Answer<Regrouping>;
}

/** {@link RecognitionPort} over a client of the box. */
export const recognitionPort = (box: Pick<Client, 'exec'>, user: string): RecognitionPort => ({
  config: () => answer(box, GetAiConfig, { user }).pipe(mapRight(({ cfg }) => cfg)),
  setConfig: (cfg) => answer(box, SetAiConfig, { user, cfg }),
  regrouping: () =>
    answer(box, GetRegrouping, { user }).pipe(
      mapRight(({ running, done, total }) => ({ running: running === 1, done, total })),
    ),
});

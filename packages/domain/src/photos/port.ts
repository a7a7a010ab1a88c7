import { type AiConfig, GetAiConfig, GetRegrouping, SetAiConfig } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Answer, fromTask, mapRight } from '../outcome.ts';
import type { Regrouping } from './recognition.ts';

/** The calls of recognition. */
export interface RecognitionPort {
  config(): Answer<AiConfig>;
  setConfig(cfg: AiConfig): Answer<unknown>;
  regrouping(): Answer<Regrouping>;
}

/** {@link RecognitionPort} over a client of the box. */
export const recognitionPort = (box: Pick<Client, 'exec'>, user: string): RecognitionPort => ({
  config: () => fromTask(box.exec(GetAiConfig, { user })).pipe(mapRight(({ cfg }) => cfg)),
  setConfig: (cfg) => fromTask(box.exec(SetAiConfig, { user, cfg })),
  regrouping: () =>
    fromTask(box.exec(GetRegrouping, { user })).pipe(
      mapRight(({ running, done, total }) => ({ running: running === 1, done, total })),
    ),
});

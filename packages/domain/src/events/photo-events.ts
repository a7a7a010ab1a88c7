import type { AiConfig, Regrouping } from '../photos/recognition.ts';

/** Recognition of pictures. */
export type PhotoEvent =
  | { readonly type: 'RecognitionObserved'; readonly data: { readonly cfg: AiConfig } }
  /** The box took a change on; `work` says what becomes of the groups. */
  | {
      readonly type: 'RecognitionChanged';
      readonly data: { readonly cfg: AiConfig; readonly work: 'none' | 'scan' | 'rebuild' };
    }
  | { readonly type: 'RegroupingObserved'; readonly data: { readonly regrouping: Regrouping } };

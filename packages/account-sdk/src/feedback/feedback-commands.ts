import { nothing } from '@boxwood/command-bus/codecs';
import { formCommand } from '../define.ts';
import { Feedback } from './feedback-model.ts';

/**
 * Sends feedback with up to four pictures of 2 MB (jpg or png by content).
 *
 * `POST /user/sendAdvice` (A22, multipart). Refusals: 1001, 1019 an empty picture.
 */
export const SendFeedback = formCommand({
  name: 'SendFeedback',
  path: '/user/sendAdvice',
  params: Feedback,
  result: nothing,
  refusals: [1001, 1019],
  access: 'user',
  timeoutMs: 120_000,
  secrets: ['adviceContact', 'adviceContent'],
});

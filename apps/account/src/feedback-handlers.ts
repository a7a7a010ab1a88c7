import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACC } from '@boxwood/account-sdk';
import { checkFeedbackContact, checkFeedbackContent } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { nowSeconds } from './system-clock.ts';
import type { CallContext, ServiceDeps } from './service-context.ts';
import { requirePassed, refuse } from './service-context.ts';
import { acceptPicture } from './picture-upload.ts';
import { newToken } from './secrets.ts';

/** Messages that one user may send per day. */
const FEEDBACK_LIMIT = { tries: 20, within: 86_400 };

/** Feedback: the text is stored in the database, the pictures in the data folder. */
export const feedbackHandlers = ({
  db,
  clock,
  settings,
  attempts,
}: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['feedback'] => ({
  send: async ({ adviceType, adviceContact, adviceContent, files }, { caller }) => {
    requirePassed(checkFeedbackContent(adviceContent));
    requirePassed(checkFeedbackContact(adviceContact));
    const types = (files ?? []).map(({ data }) => acceptPicture(data));
    if (!(await attempts.count(`feedback:${caller}`, FEEDBACK_LIMIT))) return refuse(ACC.busy);
    const id = newToken();
    const names = types.map((type, i) => `${i + 1}.${type}`);
    if (files !== undefined && files.length > 0) {
      const folder = join(settings.dataDir, 'feedback', id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const [i, { data }] of files.entries()) await writeFile(join(folder, names[i] ?? ''), data, { mode: 0o600 });
    }
    await db
      .insertInto('feedback')
      .values({
        id,
        user_name: caller,
        type: adviceType,
        contact: adviceContact.trim(),
        content: adviceContent.trim(),
        pictures: JSON.stringify(names),
        created: nowSeconds(clock),
      })
      .execute();
    return {};
  },
});

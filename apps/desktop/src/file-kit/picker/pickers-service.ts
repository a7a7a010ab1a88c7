import { BoxPicker, type Picker, type PickerOptions, pickerPort } from '@boxwood/domain';
import { RecallToken, SafeGatesToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** Lazy service: creates folder pickers for the signed-in user, one for each dialog. */
export const usePickers = lateService(
  'Pickers',
  [RecallToken, SafeGatesToken, UserToken],
  (box, gates, username) =>
    (options: PickerOptions): Picker =>
      new BoxPicker({
        port: pickerPort(box, username),
        options,
        safeOpen$: gates.safe.open$,
        privateOpen$: gates.private.open$,
        username,
      }),
);

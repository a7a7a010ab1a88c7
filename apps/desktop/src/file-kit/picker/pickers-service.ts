import { BoxPicker, type Picker, type PickerOptions, pickerPort } from '@boxwood/domain';
import { RecallToken, SafeGatesToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** Makes the pickers of this sign-in, one for each dialog; it comes with the first of them. */
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

import { BoxPicker, type Picker, type PickerOptions, pickerPort } from '@boxwood/domain';
import { FolderCacheToken, SafeGatesToken, UserToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';

/** Lazy service: creates folder pickers for the signed-in user, one for each dialog. */
export const usePickers = lazyService(
  'Pickers',
  [FolderCacheToken, SafeGatesToken, UserToken],
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

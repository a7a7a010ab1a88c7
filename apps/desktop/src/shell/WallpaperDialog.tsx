import { Dialog } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { WallpaperChoice } from '../app-kit/WallpaperChoice.tsx';
import { ShellToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { desk } from './desk-messages.ts';

/** The dialog with the four wallpapers (SHELL-16). A selection applies at once. */
export const WallpaperDialog = () => {
  const t = useText(desk);
  const c = useText(common);
  const panels = useService(ShellToken);
  const open = useStream(panels.panel$) === 'wallpaper';
  return (
    <Dialog
      page
      open={open}
      width={550}
      title={t('wallpaper')}
      closeLabel={c('close')}
      onClose={() => {
        panels.close('wallpaper');
      }}
    >
      <WallpaperChoice />
    </Dialog>
  );
};

import { Dialog } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { WallpaperChoice } from '../../kit/app/wallpaper/WallpaperChoice.tsx';
import { ShellToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from './desktop-messages.ts';

/** The dialog with the four wallpapers (SHELL-16). A selection applies at once. */
export const WallpaperDialog = () => {
  const t = useText(desktopMessages);
  const c = useText(commonMessages);
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

import type { PhotoTimeline, TimelinePhoto } from '@boxwood/domain';
import { LauncherToken } from '../../../composition/service-tokens.ts';
import { nameAt } from '../file-places.ts';
import { useService } from '../../../platform/react/scope.tsx';

/** Maximum number of neighbouring pictures passed to the viewer. */
const MAX_NEIGHBOURS = 500;

/** Opens a picture of a timeline or album: a video in the player, a photo in the viewer with its neighbours. */
export const useOpenPicture = (): ((
  photo: TimelinePhoto,
  timeline: Pick<PhotoTimeline, 'around'>,
  album?: string,
) => void) => {
  const launcher = useService(LauncherToken);
  return ({ id, path, kind }, timeline, album) => {
    const window = { document: path, title: nameAt(path) };
    if (kind === 'video') {
      launcher.open('video', { ...window, params: { path } });
      return;
    }
    timeline.around(id, MAX_NEIGHBOURS).subscribe((result) => {
      const around = result._tag === 'Right' ? result.right : [];
      // Videos have their own player.
      const pictures = around
        .filter((each) => each.kind !== 'video')
        .map((each) => ({ id: each.id, path: each.path, md512kb: each.md512kb }));
      launcher.open('photo', { ...window, params: { path, pictures, ...(album === undefined ? {} : { album }) } });
    });
  };
};

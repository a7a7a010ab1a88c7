import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { PlayingToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

const MiniPlayer = part(async () => (await import('./MiniPlayer.tsx')).MiniPlayer);

/** The mini player while music plays; its code is loaded with the first song. */
export const PlayingBar = () => {
  const playback = useStream(useService(PlayingToken).stream);
  return playback === null ? null : (
    <ErrorBoundary>
      <MiniPlayer playback={playback} />
    </ErrorBoundary>
  );
};

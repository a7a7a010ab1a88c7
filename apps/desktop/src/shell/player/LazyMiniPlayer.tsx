import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { PlayingToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';

const MiniPlayer = lazyComponent(async () => (await import('./MiniPlayer.tsx')).MiniPlayer);

/** The mini player while music plays; its code is loaded with the first song. */
export const LazyMiniPlayer = () => {
  const playback = useStream(useService(PlayingToken).stream);
  return playback === null ? null : (
    <ErrorBoundary>
      <MiniPlayer playback={playback} />
    </ErrorBoundary>
  );
};

import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { PlayingToken } from '../composition/tokens.ts';
import { loadChunk } from '../platform/lazy.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

const MiniPlayer = lazy(() => loadChunk(async () => ({ default: (await import('./MiniPlayer.tsx')).MiniPlayer })));

/** What plays while its window is not in front; fetched with the first song. */
export const PlayingBar = () => {
  const playback = useStream(useService(PlayingToken).stream);
  return playback === null ? null : (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <MiniPlayer playback={playback} />
      </Suspense>
    </ErrorBoundary>
  );
};

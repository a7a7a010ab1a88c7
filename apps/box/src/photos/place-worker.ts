import { existsSync, readFileSync } from 'node:fs';
import { serve } from '../files/thread.ts';
import { Atlas, type PlaceName } from './places/atlas.ts';

/** A position in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A built box has the atlas beside it; from its sources it is made each time, which takes a second or two. */
const BUILT = new URL('places.bin', import.meta.url);

let atlas: Atlas | undefined;
const opened = async (): Promise<Atlas> =>
  (atlas ??= new Atlas(existsSync(BUILT) ? readFileSync(BUILT) : (await import('./places/compile.ts')).compileAtlas()));

/** What the thread can do: the atlas is in memory as long as it lives, which is until nothing was to be named for a while. */
const jobs = {
  name: async (positions: readonly Position[]): Promise<readonly (PlaceName | null)[]> => {
    const places = await opened();
    return positions.map(({ latitude, longitude }) => places.at(latitude, longitude));
  },
};

export type PlaceJobs = typeof jobs;

serve(jobs);

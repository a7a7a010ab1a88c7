import { existsSync, readFileSync } from 'node:fs';
import { serveJobs } from '../files/background-worker.ts';
import { Atlas, type PlaceName } from './places/atlas.ts';

/** A position in degrees. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A built box ships the atlas next to this module. From sources it is compiled at each start, which takes one or two
 * seconds.
 */
const BUILT_ATLAS = new URL('places.bin', import.meta.url);

let atlas: Atlas | undefined;
const loadAtlas = async (): Promise<Atlas> =>
  (atlas ??= new Atlas(
    existsSync(BUILT_ATLAS) ? readFileSync(BUILT_ATLAS) : (await import('./places/compile.ts')).compileAtlas(),
  ));

/** Jobs of the worker thread. The atlas stays in memory until the idle thread ends. */
const jobs = {
  name: async (positions: readonly GeoPosition[]): Promise<readonly (PlaceName | null)[]> => {
    const loadedAtlas = await loadAtlas();
    return positions.map(({ latitude, longitude }) => loadedAtlas.at(latitude, longitude));
  },
};

export type PlaceJobs = typeof jobs;

serveJobs(jobs);

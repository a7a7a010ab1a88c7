import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { MapClusters, cellAt } from './map-clusters.ts';
import { photoIndexMigrations } from './photo-migrations.ts';

it('a picture is in the part of the map that counts it, however near, also on its edges', () => {
  const db = new Database(':memory:', { migrations: photoIndexMigrations });
  const spots = new MapClusters(db);
  const put = (id: string, latitude: number, longitude: number): void => {
    db.run(
      `INSERT OR REPLACE INTO photo_facts (id, hash, taken, zone, takenfrom, wall, width, height, kind, duration, camera, lens, exposure, aperture,
       iso, focal, latitude, longitude, country, placeholder, trouble) VALUES (?, '', 0, 0, '', 0, 0, 0, '', 0, '', '', 0, 0, 0, 0, ?, ?, '', '', '')`,
      id,
      latitude,
      longitude,
    );
  };
  const degrees = (most: number) =>
    fc.oneof(fc.double({ min: -most, max: most, noNaN: true }), fc.integer({ min: -most, max: most }));
  fc.assert(
    fc.property(degrees(90), degrees(180), fc.integer({ min: 0, max: 14 }), (latitude, longitude, zoom) => {
      put('one', latitude, longitude);
      const here = cellAt(zoom, { latitude, longitude });
      const elsewhere = cellAt(zoom, { latitude, longitude: longitude > 0 ? longitude - 91 : longitude + 91 });
      expect([...spots.photosInCell(here)]).toEqual(['one']);
      expect([...spots.photosInCell(elsewhere)]).toEqual([]);
    }),
  );
  db.close();
});

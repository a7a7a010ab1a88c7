import sharp from 'sharp';
import type { SeededRandom } from './seeded-random.ts';

const SKIES = [
  ['#8ec5fc', '#e0f1ff'],
  ['#f9b16e', '#f68084'],
  ['#4b6cb7', '#182848'],
  ['#a8e6cf', '#dcedc1'],
  ['#fbc2eb', '#a6c1ee'],
  ['#fddb92', '#d1fdff'],
] as const;
const LAND = ['#2f5d50', '#3f7d4e', '#57723c', '#6b5b3e', '#37505c', '#4a6741'] as const;

const ridge = (random: SeededRandom, width: number, height: number, base: number, rough: number): string => {
  let path = `M0 ${height} L0 ${base}`;
  for (let x = 0; x <= width; x += width / 12)
    path += ` Q${x + width / 24} ${base - random.between(0, rough)} ${x + width / 12} ${base - random.between(-rough / 3, rough)}`;
  return `${path} L${width} ${height} Z`;
};

/**
 * A landscape drawn as SVG: sky, sun, clouds, ridges, sometimes water. `shift` moves the sun between the frames of a
 * video.
 */
export const drawLandscape = (random: SeededRandom, width: number, height: number, shift = 0): string => {
  const [top, bottom] = random.pick(SKIES);
  const sunX = random.between(width * 0.2, width * 0.8) + shift;
  const sunY = height * 0.28 + Math.abs(shift) * 0.15;
  const clouds = Array.from({ length: random.between(2, 5) }, () => {
    const x = random.between(0, width) + shift * 0.4;
    return `<ellipse cx="${x}" cy="${random.between(height * 0.08, height * 0.34)}" rx="${random.between(60, 190)}" ry="${random.between(14, 34)}" fill="#fff" opacity=".55"/>`;
  }).join('');
  const hills = [0.55, 0.67, 0.8]
    .map(
      (level, i) =>
        `<path d="${ridge(random, width, height, height * level, height * (0.2 - i * 0.05))}" fill="${random.pick(LAND)}" opacity="${0.75 + i * 0.12}"/>`,
    )
    .join('');
  const water =
    random.next() < 0.4
      ? `<rect y="${height * 0.86}" width="${width}" height="${height * 0.14}" fill="${bottom}" opacity=".6"/>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/><circle cx="${sunX}" cy="${sunY}" r="${height * 0.07}" fill="#fff6d5"/>${clouds}${hills}${water}</svg>`;
};

const exifDate = (date: Date): string => date.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** Degrees of latitude and longitude. */
export type GpsPosition = readonly [latitude: number, longitude: number];

/** Degrees, minutes and seconds as EXIF rationals. */
const toExifDegrees = (degrees: number): string => {
  const all = Math.abs(degrees);
  const minutes = (all % 1) * 60;
  return `${Math.floor(all)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
};

const gps = ([latitude, longitude]: GpsPosition) => ({
  GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
  GPSLatitude: toExifDegrees(latitude),
  GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
  GPSLongitude: toExifDegrees(longitude),
});

/** A generated photo: a JPEG with date, camera and optionally the position in its EXIF. */
export const createPhoto = (
  random: SeededRandom,
  takenAt: Date,
  position: GpsPosition | null = null,
): Promise<Buffer> => {
  const [width, height] = random.next() < 0.75 ? [1440, 960] : [960, 1440];
  return sharp(Buffer.from(drawLandscape(random, width, height)))
    .withExif({
      IFD0: { Make: 'Boxwood', Model: 'Demo' },
      IFD2: { DateTimeOriginal: exifDate(takenAt) },
      ...(position === null ? {} : { IFD3: gps(position) }),
    })
    .jpeg({ quality: 74 })
    .toBuffer();
};

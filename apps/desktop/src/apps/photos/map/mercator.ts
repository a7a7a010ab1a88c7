/** The visible part of a map: its centre as fractions of the world's width and height, and the zoom level. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  /** The world is 256 pixels wide at 0; each level doubles it. */
  readonly zoom: number;
}

/** Coordinates in degrees. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** Size in pixels. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

export const MAX_ZOOM = 12;
/** Maximum zoom of the initial view, so that it shows where in the world the pictures were taken. */
const MAX_INITIAL_ZOOM = 6;
const TILE_SIZE_PX = 256;
/** The projection is infinite beyond this latitude; the world is cut to a square here. */
const MAX_LATITUDE_DEG = 85.0511;

/** Width of the world in pixels. */
export const worldSizePx = (zoom: number): number => TILE_SIZE_PX * 2 ** zoom;

/** Projects a position to fractions of the world's width and height, from its north-west corner. */
export const project = ({ latitude, longitude }: GeoPosition): { readonly x: number; readonly y: number } => {
  const north = (Math.min(MAX_LATITUDE_DEG, Math.max(-MAX_LATITUDE_DEG, latitude)) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + north / 2)) / (2 * Math.PI) };
};

/** Latitude in degrees for a fraction of the world's height. */
const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** The lowest zoom level: the world is at least half as wide as the map. */
export const minZoom = ({ width, height }: MapSize): number =>
  Math.min(MAX_ZOOM, Math.max(0, Math.floor(Math.log2(Math.max(width, height) / TILE_SIZE_PX))));

/** The same view, moved so that nothing outside the world is visible if the world is large enough. */
export const clampView = (view: MapView, size: MapSize): MapView => {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), view.zoom));
  const clampAxis = (at: number, length: number): number => {
    const half = length / 2 / worldSizePx(zoom);
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, at));
  };
  return { zoom, x: clampAxis(view.x, size.width), y: clampAxis(view.y, size.height) };
};

/** The view moved by a number of pixels; positive values move east and south. */
export const panView = (view: MapView, across: number, down: number, size: MapSize): MapView =>
  clampView({ ...view, x: view.x + across / worldSizePx(view.zoom), y: view.y + down / worldSizePx(view.zoom) }, size);

/** The view zoomed by one level around a point, in pixels from the centre. */
export const zoomView = (view: MapView, by: 1 | -1, size: MapSize, across = 0, down = 0): MapView => {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), view.zoom + by));
  const unitsPerPixelChange = 1 / worldSizePx(view.zoom) - 1 / worldSizePx(zoom);
  return clampView({ zoom, x: view.x + across * unitsPerPixelChange, y: view.y + down * unitsPerPixelChange }, size);
};

/** The view with the highest zoom level that shows all positions. */
export const fitView = (positions: readonly GeoPosition[], size: MapSize): MapView => {
  const points = positions.map(project);
  if (points.length === 0) return clampView({ x: 0.5, y: 0.4, zoom: 0 }, size);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // Leave space for the markers, which extend around their position.
  const usableLength = (length: number): number => Math.max(1, length - 120);
  const fit = Math.min(
    usableLength(size.width) / (east - west || 1e-9),
    usableLength(size.height) / (south - north || 1e-9),
  );
  const zoom = Math.min(MAX_INITIAL_ZOOM, Math.floor(Math.log2(fit / TILE_SIZE_PX)));
  return clampView({ zoom, x: (west + east) / 2, y: (north + south) / 2 }, size);
};

/** The visible area in degrees, with a margin of half its size on each side, so that small moves need no request. */
export const queryBounds = ({ x, y, zoom }: MapView, { width, height }: MapSize) => {
  const [across, down] = [width / worldSizePx(zoom), height / worldSizePx(zoom)];
  return {
    west: Math.max(-180, (x - across) * 360 - 180),
    east: Math.min(180, (x + across) * 360 - 180),
    north: y - down <= 0 ? 90 : latitudeAt(y - down),
    south: y + down >= 1 ? -90 : latitudeAt(y + down),
  };
};

/** Offset of a position from the centre of the view, in pixels. */
export const pixelOffset = (view: MapView, position: GeoPosition): { readonly left: number; readonly top: number } => {
  const { x, y } = project(position);
  const size = worldSizePx(view.zoom);
  return { left: (x - view.x) * size, top: (y - view.y) * size };
};

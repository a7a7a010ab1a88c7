/** The visible part of a map: its centre as fractions of the world's width and height, and the zoom level. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  /** The world is 256 pixels wide at 0; each level doubles it. */
  readonly zoom: number;
}

/** Coordinates in degrees. */
export interface Position {
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
const FIRST_ZOOM = 6;
const TILE = 256;
/** The projection is infinite beyond this latitude; the world is cut to a square here. */
const POLE = 85.0511;

/** Width of the world in pixels. */
export const worldSize = (zoom: number): number => TILE * 2 ** zoom;

/** Projects a position to fractions of the world's width and height, from its north-west corner. */
export const project = ({ latitude, longitude }: Position): { readonly x: number; readonly y: number } => {
  const north = (Math.min(POLE, Math.max(-POLE, latitude)) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + north / 2)) / (2 * Math.PI) };
};

/** Latitude in degrees for a fraction of the world's height. */
const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** The lowest zoom level: the world is at least half as wide as the map. */
export const minZoom = ({ width, height }: MapSize): number =>
  Math.min(MAX_ZOOM, Math.max(0, Math.floor(Math.log2(Math.max(width, height) / TILE))));

/** The same view, moved so that nothing outside the world is visible if the world is large enough. */
export const held = (view: MapView, size: MapSize): MapView => {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), view.zoom));
  const within = (at: number, length: number): number => {
    const half = length / 2 / worldSize(zoom);
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, at));
  };
  return { zoom, x: within(view.x, size.width), y: within(view.y, size.height) };
};

/** The view moved by a number of pixels; positive values move east and south. */
export const moved = (view: MapView, across: number, down: number, size: MapSize): MapView =>
  held({ ...view, x: view.x + across / worldSize(view.zoom), y: view.y + down / worldSize(view.zoom) }, size);

/** The view zoomed by one level around a point, in pixels from the centre. */
export const zoomed = (view: MapView, by: 1 | -1, size: MapSize, across = 0, down = 0): MapView => {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), view.zoom + by));
  const more = 1 / worldSize(view.zoom) - 1 / worldSize(zoom);
  return held({ zoom, x: view.x + across * more, y: view.y + down * more }, size);
};

/** The view with the highest zoom level that shows all positions. */
export const fitting = (positions: readonly Position[], size: MapSize): MapView => {
  const points = positions.map(project);
  if (points.length === 0) return held({ x: 0.5, y: 0.4, zoom: 0 }, size);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // Leave space for the markers, which extend around their position.
  const room = (length: number): number => Math.max(1, length - 120);
  const fit = Math.min(room(size.width) / (east - west || 1e-9), room(size.height) / (south - north || 1e-9));
  const zoom = Math.min(FIRST_ZOOM, Math.floor(Math.log2(fit / TILE)));
  return held({ zoom, x: (west + east) / 2, y: (north + south) / 2 }, size);
};

/** The visible area in degrees, with a margin of half its size on each side, so that small moves need no request. */
export const frameOf = ({ x, y, zoom }: MapView, { width, height }: MapSize) => {
  const [across, down] = [width / worldSize(zoom), height / worldSize(zoom)];
  return {
    west: Math.max(-180, (x - across) * 360 - 180),
    east: Math.min(180, (x + across) * 360 - 180),
    north: y - down <= 0 ? 90 : latitudeAt(y - down),
    south: y + down >= 1 ? -90 : latitudeAt(y + down),
  };
};

/** Offset of a position from the centre of the view, in pixels. */
export const pixelsTo = (view: MapView, position: Position): { readonly left: number; readonly top: number } => {
  const { x, y } = project(position);
  const size = worldSize(view.zoom);
  return { left: (x - view.x) * size, top: (y - view.y) * size };
};

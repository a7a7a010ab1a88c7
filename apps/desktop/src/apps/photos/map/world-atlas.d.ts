declare module 'world-atlas/countries-50m.json' {
  type Geometry =
    | { readonly type: 'Polygon'; readonly arcs: readonly (readonly number[])[] }
    | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly (readonly number[])[])[] };

  /** The fields of the TopoJSON file that the map uses. */
  export interface Topology {
    readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
    /** Deltas from point to point. */
    readonly arcs: readonly (readonly (readonly number[])[])[];
    readonly objects: { readonly countries: { readonly geometries: readonly Geometry[] } };
  }

  const world: Topology;
  export default world;
}

/** The plugin of tsdown, Vite and Vitest. */
export declare const hitsPlugin: {
  readonly name: string;
  readonly enforce: 'pre';
  transform(code: string, id: string): { code: string; map: null } | null;
};
export declare const withHits: (name: string, code: string) => string;

/** The models of the product (specification, section 1) and their features (section 6). */
export const MODELS = ['N2', 'N3', 'G2'] as const;
export type Model = (typeof MODELS)[number];

export const isModel = (text: string): text is Model => MODELS.some((model) => model === text);

/** Features that not every model has. */
export interface ModelFeatures {
  /** Packing and unpacking archives. */
  readonly archives: boolean;
  /** Mounting network storage. */
  readonly networkMounts: boolean;
  readonly containers: boolean;
  readonly realtimeSync: boolean;
}

const ALL_FEATURES: ModelFeatures = { archives: true, networkMounts: true, containers: true, realtimeSync: true };
const N2_FEATURES: ModelFeatures = { archives: false, networkMounts: false, containers: false, realtimeSync: false };

/** The default firmware of a model; it supports all features of the model. */
const FIRMWARE: Readonly<Record<Model, string>> = { N2: '1.0.1022', N3: '1.0.25', G2: '1.0.1' };

export const firmwareOf = (model: Model): string => FIRMWARE[model];

const thirdNumber = (version: string): number => Number(version.split('.')[2] ?? 0);

/** The third number of the N3 firmware that added containers (1.0.19). */
const N3_CONTAINERS = 19;

export const featuresOf = (model: Model, version: string): ModelFeatures => {
  switch (model) {
    case 'N2':
      return N2_FEATURES;
    case 'N3':
      return { ...ALL_FEATURES, containers: thirdNumber(version) >= N3_CONTAINERS };
    case 'G2':
      return ALL_FEATURES;
  }
};

import type { BoxModel } from '@boxwood/box-sdk';

/**
 * The version this software goes by on each model. The models count on their own (G-36 compares the third number per model), so one
 * release of the box has three names.
 */
export const FIRMWARE: Readonly<Record<BoxModel, string>> = { N2: '1.0.1022', N3: '1.0.25', G2: '1.0.7' };
export const FIRMWARE_NAME = '1.0.7 beta';

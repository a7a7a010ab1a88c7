import type { BoxModel } from '@boxwood/box-sdk';

/**
 * The version of this software on each model. Each model counts separately (G-36 compares the third number per model),
 * so one release of the box has three version numbers.
 */
export const FIRMWARE: Readonly<Record<BoxModel, string>> = { N2: '1.0.1022', N3: '1.0.25', G2: '1.0.7' };
export const FIRMWARE_NAME = '1.0.7 beta';

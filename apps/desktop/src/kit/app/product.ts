/** The product version in About and in the version record (PROD-19). */
export const PRODUCT_VERSION = '1.0.7 beta';

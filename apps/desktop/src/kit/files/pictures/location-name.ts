import type { PhotoPlace } from '@boxwood/domain';

/** Name of a country from its two-letter code; empty for an invalid code. */
export const countryName = (language: string, country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? '') : '';

/** Name of a location, its province or state (empty when redundant) and its country, in the given language. */
export const locationNames = (language: string, place: PhotoPlace) => {
  const isChinese = language.startsWith('zh');
  return {
    name: isChinese ? place.name : place.english,
    region: isChinese ? place.region : place.region_english,
    country: countryName(language, place.country),
  };
};

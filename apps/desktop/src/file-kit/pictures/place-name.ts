import type { PhotoPlace } from '@boxwood/domain';

/** A country by its two letters; empty when they say none. */
export const countryIn = (language: string, country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? '') : '';

/** What a place is called, what it lies in (province or state, empty where that says nothing more), and its country. */
export const placeIn = (language: string, place: PhotoPlace) => {
  const isChinese = language.startsWith('zh');
  return {
    name: isChinese ? place.name : place.english,
    region: isChinese ? place.region : place.region_english,
    country: countryIn(language, place.country),
  };
};

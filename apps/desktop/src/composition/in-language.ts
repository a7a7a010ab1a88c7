import type { Transport } from '@boxwood/command-bus';
import type { Languages } from '../i18n/languages.ts';

/** Asks for words in the language of the page, which may be another one than the browser's. */
export const inLanguage = (transport: Transport, languages: Languages): Transport => ({
  ...transport,
  exchange: (request) =>
    transport.exchange({
      ...request,
      headers: { ...request.headers, 'accept-language': languages.language$.value },
    }),
});

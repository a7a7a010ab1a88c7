import type { Transport } from '@boxwood/command-bus';
import type { Languages } from '../platform/i18n/languages.ts';

/** Requests messages in the language of the page, which may differ from the browser's. */
export const withLanguageHeader = (transport: Transport, languages: Languages): Transport => ({
  ...transport,
  exchange: (request) =>
    transport.exchange({
      ...request,
      headers: { ...request.headers, 'accept-language': languages.language$.value },
    }),
});

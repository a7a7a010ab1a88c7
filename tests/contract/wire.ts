import type { encodeRequest } from '@boxwood/command-bus';
import type { WireForm } from './fixtures.ts';

type Right<E> = E extends { readonly _tag: 'Right'; readonly right: infer A } ? A : never;
export type EncodedRequest = Right<ReturnType<typeof encodeRequest>>;

const fieldOf = async (value: FormDataEntryValue): Promise<unknown> =>
  typeof value === 'string'
    ? value
    : {
        $file: {
          name: value.name,
          type: value.type,
          base64: Buffer.from(await value.arrayBuffer()).toString('base64'),
        },
      };

const formOf = async (form: FormData): Promise<Readonly<Record<string, unknown>>> => {
  const fields: [string, unknown][] = [];
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(fieldOf));
    // The only repeated field of the protocol is `files`; a fixture writes it as a list.
    fields.push([name, name === 'files' ? values : values[0]]);
  }
  return Object.fromEntries(fields);
};

/** A request of the client in the form of a fixture. */
export const wireOf = async (request: EncodedRequest): Promise<WireForm> => ({
  method: request.method,
  path: request.path,
  ...(typeof request.body === 'string' ? { body: JSON.parse(request.body) as unknown } : {}),
  ...(request.body === null ? { query: request.query } : {}),
  ...(request.body instanceof FormData ? { form: await formOf(request.body) } : {}),
});

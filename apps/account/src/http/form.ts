import { FEEDBACK } from '@boxwood/command-bus/rules';

/** Bytes of a JSON body. */
export const JSON_LIMIT = 1024 * 1024;
/** Bytes of a form: four pictures, the words, and what the form itself takes. */
export const FORM_LIMIT = FEEDBACK.images * FEEDBACK.imageBytes + 256 * 1024;

/** Fields and files of a form, files always as lists; undefined when it cannot be read. */
export const readForm = async (
  body: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined; // not a form, or a broken one
  }
  const params: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const files = new Map<string, unknown[]>();
  for (const [key, value] of form.entries()) {
    if (typeof value === 'string') params[key] = value;
    else {
      const list = files.get(key) ?? [];
      list.push({ name: value.name, type: value.type, data: new Uint8Array(await value.arrayBuffer()) });
      files.set(key, list);
    }
  }
  for (const [key, list] of files) params[key] = list;
  return params;
};

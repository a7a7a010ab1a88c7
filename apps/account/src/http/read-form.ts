import { FEEDBACK } from '@boxwood/command-bus/rules';

/** Maximum size of a JSON body, in bytes. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Maximum size of a form in bytes: four pictures, the texts, and the form encoding. */
export const MAX_FORM_BYTES = FEEDBACK.images * FEEDBACK.imageBytes + 256 * 1024;

/** The fields and files of a form, files always as lists; undefined when the form cannot be read. */
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

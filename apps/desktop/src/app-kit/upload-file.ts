import type { FormUpload } from '@boxwood/domain';

/** A chosen file as the account service's forms take it. */
export const upload = async (file: File): Promise<FormUpload> => ({
  name: file.name,
  type: file.type,
  data: new Uint8Array(await file.arrayBuffer()),
});

import type { FormUpload } from '@boxwood/domain';

/** Converts a chosen file for a form of the account service. */
export const toFormUpload = async (file: File): Promise<FormUpload> => ({
  name: file.name,
  type: file.type,
  data: new Uint8Array(await file.arrayBuffer()),
});

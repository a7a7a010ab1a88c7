/** Limit of file systems for a name, in bytes. */
const MAX_NAME_BYTES = 240;

const decodeOrKeep = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A safe file name from remote text: no folders, not hidden. */
const safeName = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[/\\\p{Cc}]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const [stem, end] = dot > 0 && plain.length - dot <= 12 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  const characters = Array.from(stem).slice(0, MAX_NAME_BYTES);
  while (Buffer.byteLength(characters.join('') + end) > MAX_NAME_BYTES) characters.pop();
  return characters.join('') + end;
};

/** RFC 6266: the extended parameter first, then the plain one, which many servers send in UTF-8 nevertheless. */
const nameFromDisposition = (header: string): string => {
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decodeOrKeep(extended);
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const plain = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1] ?? '';
  const bytes = Buffer.from(plain, 'latin1');
  return /[\u0080-\u00ff]/.test(plain) && !bytes.toString('utf8').includes('\ufffd') ? bytes.toString('utf8') : plain;
};

/** Name of a downloaded file: from the response, otherwise from the end of the URL. */
export const remoteName = (url: URL, disposition: string | undefined): string => {
  const suggested = disposition === undefined ? '' : safeName(nameFromDisposition(disposition));
  return (
    suggested ||
    safeName(decodeOrKeep(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))) ||
    safeName(url.hostname) ||
    'download'
  );
};

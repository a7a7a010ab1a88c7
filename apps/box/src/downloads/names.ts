/** File systems take so many bytes. */
const MOST_BYTES = 240;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A name that is safe to use here, made of what the other side says: no folders, nothing hidden. */
const safe = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[/\\\p{Cc}]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const [stem, end] = dot > 0 && plain.length - dot <= 12 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  const kept = Array.from(stem).slice(0, MOST_BYTES);
  while (Buffer.byteLength(kept.join('') + end) > MOST_BYTES) kept.pop();
  return kept.join('') + end;
};

/** RFC 6266: the extended parameter first, then the plain one, which many send in UTF-8 all the same. */
const disposed = (header: string): string => {
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decoded(extended);
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const plain = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1] ?? '';
  const bytes = Buffer.from(plain, 'latin1');
  return /[\u0080-\u00ff]/.test(plain) && !bytes.toString('utf8').includes('\ufffd') ? bytes.toString('utf8') : plain;
};

/** What a downloaded file is called: what the other side says, else the end of the address. */
export const remoteName = (url: URL, disposition: string | undefined): string => {
  const said = disposition === undefined ? '' : safe(disposed(disposition));
  return (
    said || safe(decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))) || safe(url.hostname) || 'download'
  );
};

import type { AdversarialFile, Payload } from './adversarial-files.ts';

/** Characters that reverse the text direction: with them `photo_gpj.exe` is displayed as `photo_exe.jpg`. */
const RIGHT_TO_LEFT = '\u202E';

/** Adversarial file names. Each file is a harmless text whose content identifies it. */
export const adversarialNames = ({ js }: Payload): readonly AdversarialFile[] => {
  const names: readonly (readonly [what: string, name: string | Buffer])[] = [
    ['markup with a broken picture', `<img src=x onerror=${js}>.txt`],
    ['markup that leaves an attribute', `"><svg onload=${js}>.txt`],
    ['markup that leaves another attribute', `' onmouseover=${js} x='.txt`],
    ['a script element', `<script>${js}<\\script>.txt`],
    ['a template of some framework', `{{constructor.constructor('${js}')()}}\${${js}}.txt`],
    ['an address that is a script', `javascript:${js}.txt`],
    ['signs of addresses', 'a#b?c&d=e;f.txt'],
    ['escapes of addresses', '%2e%2e%2f%00%0d%0aX: y.txt'],
    ['a broken escape', '%zz%.txt'],
    ['a line end', 'first\nsecond.txt'],
    ['a header in a name', 'a\r\nSet-Cookie: x=y\r\n.txt'],
    ['a tab and a bell', 'tab\tbell\u0007.txt'],
    ['terminal sequences', '\u001b[31mred\u001b]0;x\u0007.txt'],
    ['turned direction', `invoice${RIGHT_TO_LEFT}fdp.txt`],
    ['isolated direction', '\u2067turned\u2069 \u200Fmark.txt'],
    ['signs without width', 'zero\u200B\u200D\uFEFFwidth.txt'],
    ['line and paragraph signs', 'line\u2028para\u2029graph.txt'],
    ['quotes of every kind', `"'\`«»“”‘’.txt`],
    ['back slashes', 'up\\..\\..\\windows\\system32.txt'],
    ['a name of objects', '__proto__.txt'],
    ['another name of objects', 'constructor.txt'],
    ['an option of programs', '-rf --no-preserve-root.txt'],
    ['a command line', '; rm -rf * #$(id)`id`|x.txt'],
    ['a device of other systems', 'con.aux.nul.txt'],
    ['spaces at both ends', ' spaces around .txt'],
    ['255 bytes', `${'long'.repeat(62)}xxx.txt`],
    ['a family of signs', '👨‍👩‍👧‍👦🏳️‍🌈🇨🇭.txt'],
    ['towers of accents', `${'Z\u0351\u036b\u0343\u036a\u0302'.repeat(9)}algo.txt`],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from('bytes '), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('.txt')]),
    ],
    ['the short form of a letter', 'caf\u00e9.txt'],
    ['the long form of the same letter', 'cafe\u0301.txt'],
  ];
  return names.map(([what, name], at) => ({
    name,
    what,
    bytes: `content ${at}.`,
    shows: typeof name === 'string' ? { words: `content ${at}.` } : 'either',
  }));
};

/**
 * Fifty names with a special meaning for a program, an operating system or a reader. They are harmless to a box that
 * treats them as plain names.
 */
export const MALICIOUS_NAMES: readonly string[] = [
  // Members of objects.
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'then',
  // Folders of the box, and their neighbours.
  'shared-files',
  '.boxwood',
  '.safebox',
  '.safe_home',
  '.Trash',
  '.share2me',
  'my-shares',
  'extdev',
  'root',
  // Path traversal.
  '.',
  '..',
  '../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'a/../../b',
  '%2e%2e%2f',
  '..%c0%af',
  '~root',
  // Options and commands.
  '--help',
  '-rf',
  '--data=/',
  '$(id)',
  '`id`',
  '; rm -rf *',
  '| cat',
  '*',
  '@file',
  // Characters that end a line, a text or a header.
  'a\u0000b',
  'a\nb',
  'a\r\nSet-Cookie: x=y',
  '\u001b[31mred',
  'tab\there',
  // Pages, templates, queries.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  "'; drop table users; --",
  '%s%n%x',
  // Lookalikes, and names that normalise to another.
  'robert1\u200b',
  'ROBERT1',
  'r\u043ebert1',
  '\uff52obert1',
  'cafe\u0301',
  'caf\u00e9',
  'photo\u202egpj.exe',
  // Names that other systems refuse, and names that are too long or too short.
  'con',
  'aux.txt',
  'name.',
  ' name ',
  '',
  'n'.repeat(256),
  '名'.repeat(100),
  '\ud800',
];

/** Whether the name can be a single entry of a folder on this system. */
export const isEntryName = (name: string): boolean =>
  !['', '.', '..'].includes(name) &&
  !['/', '\u0000'].some((sign) => name.includes(sign)) &&
  name.isWellFormed() &&
  Buffer.byteLength(name) <= 255;

import { describe, expect, it } from 'vitest';
import type { LocalizedText } from './define-messages.ts';
import { hasJargon } from './testing/jargon.ts';

/** Exceptions: jargon that the specification requires, with the requirement. */
const REQUIRED_JARGON: Readonly<Record<string, string>> = {
  elsewhere: 'LOGIN-15',
  'session.elsewhere': 'LOGIN-15',
  'transfer.submitted': 'FILES-64',
  'upload.submitted': 'UPLOAD-28',
};

interface Catalogue {
  readonly namespace: string;
  readonly table: Readonly<Record<string, LocalizedText>>;
}

const isCatalogue = (value: unknown): value is Catalogue =>
  typeof value === 'object' && value !== null && 'namespace' in value && 'table' in value;

const catalogues = Object.entries(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../**/{messages,*-messages}.ts', { eager: true }),
).flatMap(([file, module]) =>
  Object.values(module).flatMap((value) => (isCatalogue(value) ? [{ file, ...value }] : [])),
);

const texts = catalogues.flatMap(({ file, table }) =>
  Object.entries(table).flatMap(([key, { en, zh }]) => [
    { at: `${file} ${key}`, key, text: en },
    { at: `${file} ${key}`, key, text: zh },
  ]),
);

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('the words that people read', () => {
  it('are looked at: every catalogue of the desktop, both languages', () => {
    expect(catalogues.length).toBeGreaterThan(30);
    expect(texts.length).toBeGreaterThan(1500);
  });

  it('are words of a home, not of the protocol', () => {
    const found = texts.filter(({ key, text }) => !(key in REQUIRED_JARGON) && hasJargon(text));
    expect(found).toEqual([]);
  });

  it('say no more and no less than they are given: holes are closed, and named alike in both languages', () => {
    const broken = texts.filter(
      ({ text }) => text.replaceAll(/\{[a-zA-Z]+\}/g, '').search(/[{}]/) >= 0 || text.trim() === '',
    );
    expect(broken).toEqual([]);
  });

  it('are Chinese in Chinese: its own marks between its own characters', () => {
    const foreign = catalogues.flatMap(({ file, table }) =>
      Object.entries(table)
        .filter(([, { zh }]) => /[\u4e00-\u9fff][,;!?:][\u4e00-\u9fff]|[\u4e00-\u9fff]\.$/.test(zh))
        .map(([key]) => `${file} ${key}`),
    );
    expect(foreign).toEqual([]);
  });

  it('join two texts by a sentence of a catalogue, which has the marks of its language, not by a colon in code', () => {
    const joined = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/(\bt\([^)]*\)|\.text)\}: [{$].*/g)].map(([found]) => `${file} ${found}`),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    expect(joined).toEqual([]);
  });
});

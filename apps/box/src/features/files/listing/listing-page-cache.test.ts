import type { FilePage } from '@boxwood/box-sdk';
import { ListDirect, ListFiles } from '@boxwood/box-sdk';
import { encodeResult } from '@boxwood/command-bus';
import { describe, expect, it } from 'vitest';
import { ListingPageCache } from './listing-page-cache.ts';

const MEGABYTE = 1024 * 1024;
const pageOf = (count: number): FilePage => ({
  sum: count,
  file_list: Array.from({ length: count }, (_, at) => ({ n: `é ${at}.jpg`, t: 3, k: `k${at}`, m: 7, s: at, h: 'abc' })),
});
const bench = () => {
  let now = 0;
  const pages = new ListingPageCache(() => now);
  const answer = (key: string, page: FilePage): string => {
    pages.markCacheable(key, page);
    const body = encodeResult(ListFiles, page);
    pages.put(ListFiles, page, body);
    return body;
  };
  return { pages, answer, pass: (ms: number) => (now += ms) };
};
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

describe('finished pages', () => {
  it('are answered with the bytes that were written, to the command that wrote them, and can still be read', () => {
    const { pages, answer } = bench();
    const page = pageOf(100);
    const body = answer('1 first', page);
    const found = pages.find('1 first');
    expect(textOf(pages.get(ListFiles, found ?? {}))).toBe(body);
    expect(pages.get(ListDirect, found ?? {})).toBeUndefined();
    expect({ sum: found?.sum, file_list: found?.file_list }).toEqual(page);
    expect(pages.find('2 first')).toBeUndefined();
    expect(pages.get(ListFiles, page)).toBeUndefined();
  });

  it('are neither those that nobody marked nor short ones, which are made as fast', () => {
    const { pages, answer } = bench();
    answer('1 short', pageOf(3));
    const page = pageOf(100);
    pages.put(ListFiles, page, encodeResult(ListFiles, page));
    expect([pages.find('1 short'), pages.bytes]).toEqual([undefined, 0]);
  });

  it('take 24 MB together, however many folders there are: what was asked for longest ago goes first', () => {
    const { pages, answer } = bench();
    const page = pageOf(1000);
    const bytes = Buffer.byteLength(answer('0', page));
    const most = Math.floor((24 * MEGABYTE) / bytes);
    for (let at = 1; at < most; at += 1) answer(`${at}`, pageOf(1000));
    expect(pages.find('0')).toBeDefined();
    answer('one more', pageOf(1000));
    expect(pages.find('0')).toBeDefined();
    expect(pages.find('1')).toBeUndefined();
    expect(pages.bytes).toBe(most * bytes);
    answer('one more', pageOf(1000));
    expect(pages.bytes).toBe(most * bytes);
  });

  it('go when nobody asked for them in ten seconds of a quiet box', () => {
    const { pages, answer, pass } = bench();
    answer('old', pageOf(100));
    pass(5000);
    answer('new', pageOf(100));
    expect(pages.trimCaches()).toBe(false);
    pass(5000);
    expect(pages.trimCaches()).toBe(true);
    expect([pages.find('old'), pages.find('new')?.sum]).toEqual([undefined, 100]);
    pass(10_000);
    expect([pages.trimCaches(), pages.bytes, pages.trimCaches()]).toEqual([true, 0, false]);
  });
});

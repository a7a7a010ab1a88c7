import { describe, expect, it } from 'vitest';
import { ListDirect, ListFiles } from '@boxwood/box-sdk';
import { RepeatedPages } from './repeated.ts';

const long = JSON.stringify({ error: 0, text: 'é'.repeat(4000) });

describe('bodies of repeated pages', () => {
  it('keeps the bytes of a marked page for the command that wrote them, and of no other result', () => {
    const pages = new RepeatedPages();
    const [marked, other] = [{}, {}];
    pages.mark(marked);
    for (const page of [marked, other]) pages.offer(ListFiles, page, long);
    expect(Buffer.from(pages.get(ListFiles, marked) ?? []).toString()).toBe(long);
    expect(pages.get(ListDirect, marked)).toBeUndefined();
    expect(pages.get(ListFiles, other)).toBeUndefined();
  });

  it('keeps the first body, and none that is short', () => {
    const pages = new RepeatedPages();
    const [page, small] = [{}, {}];
    pages.mark(page);
    pages.mark(small);
    pages.offer(ListFiles, page, long);
    pages.offer(ListFiles, page, `${long} `);
    pages.offer(ListFiles, small, '{"error":0}');
    expect(pages.get(ListFiles, page)?.length).toBe(Buffer.byteLength(long));
    expect(pages.get(ListFiles, small)).toBeUndefined();
  });
});

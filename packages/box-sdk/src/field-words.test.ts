import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What only our own desktop keeps, what is written and described beside its rules, and the other words of the downloader. */
const APART: ReadonlySet<string> = new Set([
  ...['Session', 'WindowRecord', 'ViewSettings', 'DownloaderOption', 'MediaInfoChange', 'ScrapeConfigChange'],
  ...['RpcDownload', 'PhotoStore', 'FanSlot', 'LedPlan', 'TaskRecord'],
]);
const folder = new URL('.', import.meta.url);
const models = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /model\.ts$/.test(file));

describe('what an editor says of a field', () => {
  it('every field of a shape of several lines has words, in every area, offered or not (B3)', () => {
    const shapes = models.flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return [...text.matchAll(/^export const (\w+) = (?:struct|where)\($([\s\S]*?)^\);$/gm)].flatMap(
        ([, name = '', body = '']) => (APART.has(name) ? [] : [{ name, lines: body.split('\n') }]),
      );
    });
    expect(shapes.length).toBeGreaterThan(30);
    const mute = shapes.flatMap(({ name, lines }) =>
      lines.flatMap((line, at) => {
        const [, field] = /^ {4}(\w+): /.exec(line) ?? [];
        return field === undefined || (lines[at - 1] ?? '').endsWith('*/') ? [] : [`${name}.${field}`];
      }),
    );
    expect(mute).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { subtitlesFor, toVtt } from './subtitle-files.ts';

const at = (name: string) => ({ name, path: `/v/${name}` });

describe('subtitles', () => {
  it('finds the files beside a film by its name, with their language', () => {
    const found = subtitlesFor('Lake.2025.mp4', [
      at('Lake.2025.srt'),
      at('Lake.2025.zh.VTT'),
      at('Lake.2026.srt'),
      at('Lake.2025.mp4'),
      at('Lake.2025b.srt'),
    ]);
    expect(found).toEqual([
      { name: 'Lake.2025.srt', path: '/v/Lake.2025.srt', label: '' },
      { name: 'Lake.2025.zh.VTT', path: '/v/Lake.2025.zh.VTT', label: 'zh' },
    ]);
  });

  it('turns SubRip into WebVTT and leaves WebVTT alone', () => {
    expect(toVtt('\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\n你好, 1,5\r\n')).toBe(
      'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\n你好, 1,5\n',
    );
    expect(toVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nHi')).toBe('WEBVTT\n\n00:01.000 --> 00:02.000\nHi');
  });
});

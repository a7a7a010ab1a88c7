import { describe, expect, it } from 'vitest';
import {
  checkSources,
  checkTorrent,
  DOWNLOAD_STATES,
  downloadTab,
  isDownloadSource,
  isWebAddress,
  parseSources,
} from './download-rules.ts';

const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}&dn=x`;

describe('offline downloads', () => {
  it('OFFLINE-01: addresses, magnets and torrents on the box', () => {
    for (const text of [
      'http://a.example/x',
      'https://a.example',
      'ftp://a.example/x',
      magnet,
      '/mnt/usb1/ann/a.torrent',
    ])
      expect(isDownloadSource(text), text).toBe(true);
    for (const text of [
      '',
      'a',
      'file:///etc/passwd',
      'magnet:?dn=x',
      'magnet:?xt=urn:btih:abc',
      '/mnt/usb1/a.txt',
      '/.torrent',
    ])
      expect(isDownloadSource(text), text).toBe(false);
  });

  it('X03: web addresses alone, without a name and a password', () => {
    for (const text of ['http://a.example', 'https://a.example:8443/x?y#z', 'HTTPS://A.example/@b'])
      expect(isWebAddress(text), text).toBe(true);
    for (const text of ['', 'a', 'ftp://a.example/x', magnet, 'http://', 'http://u:p@a.example/', 'http://u@a.example'])
      expect(isWebAddress(text), text).toBe(false);
    expect(checkSources(`https://a.example\n${magnet}`, isWebAddress)).toMatchObject({ lines: magnet });
    expect(parseSources('https://a.example', isWebAddress).sources).toEqual(['https://a.example']);
  });

  it('OFFLINE-02 P-05: one a line, blanks ignored, duplicates merged, wrong ones listed', () => {
    expect(parseSources(`http://a.example\r\n\n  http://a.example  \nnonsense\n${magnet}\n`)).toEqual({
      sources: ['http://a.example', magnet],
      wrong: ['nonsense'],
    });
    expect(checkSources('\n')).toEqual({ ok: false, issue: 'download.noSource' });
    expect(checkSources('x\nhttp://a.example')).toEqual({ ok: false, issue: 'download.wrongLines', lines: 'x' });
    expect(checkSources('http://a.example').ok).toBe(true);
  });

  it('P-05: a local torrent has at most 2 MB', () => {
    expect(checkTorrent({ name: 'a.torrent', size: 2_097_152 }).ok).toBe(true);
    expect(checkTorrent({ name: 'a.torrent', size: 2_097_153 })).toMatchObject({ issue: 'download.torrentSize' });
    expect(checkTorrent({ name: 'a.txt', size: 1 })).toMatchObject({ issue: 'download.notTorrent' });
  });

  it('OFFLINE-10 TASK-16: states and their tabs', () => {
    expect(DOWNLOAD_STATES.map(downloadTab)).toEqual([
      'downloading',
      'downloading',
      'paused',
      'failed',
      'finished',
      'failed',
    ]);
  });
});

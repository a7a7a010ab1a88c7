import { GEN } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createReplyClient } from '../testing/reply-client.ts';
import { boxUnfinishedUploads } from './unfinished-uploads.ts';

const HOME = '/mnt/usb1/ann';
const row = { id: 'a', path: `${HOME}/film.mkv`, files: 1, size: 50, used: 9, own: 0, script: 0, active: 0 };

it('lists what other devices and scripts began, without what this session began, this page continues or the box receives', async () => {
  const { client } = createReplyClient(() => ({
    list: [
      row,
      { ...row, id: 'own', own: 1 },
      { ...row, id: 'active', active: 1 },
      { ...row, id: 'queued', path: `${HOME}/queued` },
      { ...row, id: 'script', path: `${HOME}/1`, files: 2, script: 1 },
    ],
  }));
  const uploads = { hasUnfinished: (path: string, size: number) => path === `${HOME}/queued` && size === 50 };
  expect(await firstValueFrom(boxUnfinishedUploads(client, uploads).list())).toEqual(
    right([
      { id: 'a', path: row.path, files: 1, bytes: 50, used: 9 },
      { id: 'script', path: `${HOME}/1`, files: 2, bytes: 50, used: 9 },
    ]),
  );
});

it('ends uploads one by one; one that is missing already is no failure, and another refusal ends the rest', async () => {
  const codes = [0, GEN.path, GEN.failed];
  const { client, requests } = createReplyClient((cmd) =>
    cmd === 'UPLOADLIST'
      ? { list: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...row, id })) }
      : { error: codes.shift() ?? 0 },
  );
  const unfinished = boxUnfinishedUploads(client, { hasUnfinished: () => false });
  expect(await firstValueFrom(unfinished.end(['a', 'b', 'c', 'd']))).toMatchObject({ left: { code: GEN.failed } });
  expect(requests.slice(1)).toEqual(['a', 'b', 'c'].map((id) => ({ cmd: 'UPLOADEND', params: [id] })));
  expect(await firstValueFrom(unfinished.end(['e']))).toEqual(right(null));
});

it('does not end an upload that another device has continued since it was listed', async () => {
  const { client, requests } = createReplyClient(() => ({ list: [row, { ...row, id: 'continued', active: 1 }] }));
  const unfinished = boxUnfinishedUploads(client, { hasUnfinished: () => false });
  expect(await firstValueFrom(unfinished.end(['continued', 'a']))).toEqual(right(null));
  expect(requests.filter(({ cmd }) => cmd === 'UPLOADEND')).toEqual([{ cmd: 'UPLOADEND', params: ['a'] }]);
});

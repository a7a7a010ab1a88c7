import { describe, expect, it } from 'vitest';
import type { Result } from '../outcome.ts';
import { no, refused, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import { BoxMedia } from './box-media.ts';
import type { MediaInfo } from './media.ts';
import type { MediaPort } from './port.ts';

const info = (id: string, lock: string, change: Partial<MediaInfo> = {}): MediaInfo => ({
  ...{ id, lock, category: 'c', path: `/m/${id}.mkv`, name: id, year: 1927, genres: [], description: '', poster: '' },
  ...{ rating: 0, country: '', language: '', director: '', screenwriter: '', owner: 'ann', space: 1 },
  ...change,
});

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications } = bed;
  const box: { list: MediaInfo[]; refusing: boolean } = { list: [], refusing: false };
  const no5 = () => no(refused(5));
  const port: MediaPort = {
    list: (query, start, count) => {
      calls.push(`list ${JSON.stringify(query)} ${start} ${count}`);
      return yes({ total: box.list.length, list: box.list.slice(start, start + count) });
    },
    lock: (id, lock) => (calls.push(`${lock} ${id}`), box.refusing ? no5() : yes(null)),
    scrape: (ids) => {
      calls.push(`scrape ${ids.join()}`);
      if (box.refusing) return no5();
      box.list = box.list.map((one) => (ids.includes(one.id) ? { ...one, lock: 'unlocked', year: 2000 } : one));
      return yes({ skipped: 0 });
    },
    match: (id, candidate) => {
      calls.push(`match ${id} ${candidate}`);
      return box.refusing ? no5() : yes(info(id, 'locked', { name: candidate }));
    },
  };
  const media = new BoxMedia({ store, port, notifications, username: 'ann' });
  const locks = () => Object.fromEntries(media.state$.value.entries.map(({ id, lock }) => [id, lock]));
  return { ...bed, media, box, locks };
};

describe('media library', () => {
  it('STATE-24: locked, unlocked, no cache, and what each allows', () => {
    const { media, box, calls, locks, told } = fresh();
    box.list = [info('l', 'locked'), info('u', 'unlocked'), info('n', 'nocache'), info('x', 'odd')];
    media.load({});
    expect(locks()).toEqual({ l: 'locked', u: 'unlocked', n: 'nocache', x: 'locked' });
    expect(media.state$.value.entries.map(({ actions }) => actions)).toEqual([
      ['unlock', 'match'],
      ['lock', 'scrape', 'match'],
      ['scrape', 'match'],
      ['unlock', 'match'],
    ]);
    calls.length = 0;
    media.lock('u');
    media.unlock('l');
    media.lock('n');
    expect(calls).toEqual(['locked u', 'unlocked l']);
    expect(locks()).toEqual({ l: 'unlocked', u: 'locked', n: 'nocache', x: 'locked' });
    expect(told()).toEqual(['media.lock']);
  });

  it('STATE-24, MEDIA-06: a scrape is sent for what is not locked, the others are counted, and the list is read again', () => {
    const { media, box, calls, locks } = fresh();
    box.list = [info('l', 'locked'), info('u', 'unlocked'), info('n', 'nocache')];
    media.load({ category: 'c' });
    calls.length = 0;
    const results: Result<{ readonly skipped: number }>[] = [];
    media.scrape(['l', 'u', 'n']).subscribe((result) => results.push(result));
    expect(results).toEqual([{ _tag: 'Right', right: { skipped: 1 } }]);
    expect(calls).toEqual(['scrape u,n', 'list {"category":"c"} 0 100']);
    expect(locks()).toEqual({ l: 'locked', u: 'unlocked', n: 'unlocked' });
    calls.length = 0;
    media.scrape(['l']).subscribe((result) => results.push(result));
    expect(results[1]).toEqual({ _tag: 'Right', right: { skipped: 1 } });
    expect(calls).toEqual([]);
  });

  it('STATE-24, MEDIA-07: a match by hand locks, whatever the lock was', () => {
    const { media, box, locks } = fresh();
    box.list = [info('l', 'locked'), info('u', 'unlocked'), info('n', 'nocache')];
    media.load({});
    for (const id of ['l', 'u', 'n']) media.match(id, `film of ${id}`);
    expect(locks()).toEqual({ l: 'locked', u: 'locked', n: 'locked' });
    expect(media.state$.value.entries.map(({ name }) => name)).toEqual(['film of l', 'film of u', 'film of n']);
  });

  it('ROLE-09: other people’s personal entries are never shown, public ones are', () => {
    const { media, box, locks } = fresh();
    box.list = [
      info('mine', 'unlocked'),
      info('theirs', 'unlocked', { owner: 'bob' }),
      info('public', 'unlocked', { owner: 'bob', space: 2 }),
    ];
    media.load({});
    expect(Object.keys(locks())).toEqual(['mine', 'public']);
  });

  it('pages of a hundred, none twice; a new query begins anew', () => {
    const { media, box, calls } = fresh();
    box.list = Array.from({ length: 150 }, (_, at) => info(`m${at}`, 'unlocked'));
    media.load({});
    media.more();
    expect(media.state$.value.entries).toHaveLength(150);
    media.more();
    expect(calls).toEqual(['list {} 0 100', 'list {} 100 100']);
    media.load({ keyword: 'a' });
    expect(media.state$.value).toMatchObject({ known: true, total: 150 });
    expect(media.state$.value.entries).toHaveLength(100);
  });

  it('what the box refuses is told, and the lock stays', () => {
    const { media, box, locks, told } = fresh();
    box.list = [info('u', 'unlocked')];
    media.load({});
    box.refusing = true;
    media.lock('u');
    media.match('u', 'x');
    media.scrape(['u']);
    expect(locks()).toEqual({ u: 'unlocked' });
    expect(told()).toEqual(['Refused', 'Refused', 'Refused']);
  });
});

/** Two boxes, one of them without users, and calls that create something of every malicious name. */
import { mkdirSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import type { Canary } from '../lib/adversarial/canary.ts';
import { plantCanary } from '../lib/adversarial/canary.ts';
import { signIn } from '../lib/box/client.ts';
import { MALICIOUS_NAMES } from '../lib/adversarial/malicious-names.ts';

export const HOME = `/mnt/usb1/${OWNER}`;

/** A box with users, another one without, and a token of the owner at the first. */
export let box: BoxProcess;
export let fresh: BoxProcess;
export let token = '';
export let canary: Canary;

export const startBoxes = async (): Promise<void> => {
  box = await startBoxProcess();
  fresh = await startBoxProcess({ withUsers: false });
  ({ token } = await signIn(box.origin, OWNER));
  canary = plantCanary([join(box.usb1, OWNER), join(box.usb1, 'shared-files'), box.dataDir]);
};
export const removeBoxes = async (): Promise<void> => {
  await fresh.remove();
  await box.remove();
};

interface Answer {
  readonly status: number;
  readonly text: string;
  /** `error` of the box, `code` of the account service. */
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}
/** A raw call; from a separate address, so that no rate limit answers instead. */
export const post = (origin: string, path: string, body: object, localAddress = '127.0.0.1'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(`${origin}${path}`, { method: 'POST', headers, localAddress, agent: false }, (reply) => {
      text(reply).then((read) => {
        const json = JSON.parse(read) as Answer['json'];
        resolve({ status: reply.statusCode ?? 0, text: read, json, code: Number(json['error'] ?? json['code']) });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
export const call = async (path: string, cmd: string, params: unknown): Promise<Answer> => {
  const answer = await post(box.origin, path, { version: 1, username: OWNER, token, cmd, params });
  expect(answer.status, `${cmd} ${JSON.stringify(params)}`).toBe(200);
  expect(Number.isInteger(answer.code), answer.text).toBe(true);
  expect(answer.text).not.toMatch(/native code|\[object |TypeError/);
  return answer;
};
export const fromPlace = (at: number): string => `127.0.9.${at + 1}`;
/** Every name below a folder, except those of one place and the box's own, as stored on the disk. */
export const others = (except: string): readonly string[] =>
  readdirSync(box.dataDir, { recursive: true, encoding: 'latin1' })
    .filter((path) => !path.startsWith(`usb1/${OWNER}/${except}/`) && !path.includes('.boxwood'))
    .toSorted();
export const entriesOf = (place: string): readonly string[] =>
  readdirSync(join(box.usb1, OWNER, place), { encoding: 'latin1' }).toSorted();
/** A name as {@link entriesOf} has it. */
export const onDisk = (name: string): string => Buffer.from(name).toString('latin1');
/**
 * The first entry that a path beginning with a name creates in a folder: a slash in it leads one folder deeper, as in
 * every path.
 */
export const topOf = (name: string): string | undefined => name.split('/').find((part) => part !== '' && part !== '.');
export const isYes = ({ code }: Answer): boolean => code === 0 || code === 1;
/** The box's refusals of a name: malformed parameters, unsafe paths, missing rights, and invalid paths. */
export const NO = new Set([3, 4, 5, 11, 13, 15, 16]);

/**
 * Creates one object of every name in a place; the accepted ones exist under exactly that name, and nothing else was
 * created anywhere.
 */
export const everyName = async (
  place: string,
  make: (wire: string, name: string) => Promise<Answer>,
): Promise<readonly string[]> => {
  mkdirSync(join(box.usb1, OWNER, place));
  const before = others(place);
  const made = new Set<string>();
  for (const name of MALICIOUS_NAMES) {
    const answer = await make(`${HOME}/${place}/${name}`, name);
    if (!isYes(answer)) expect(NO.has(answer.code), `${JSON.stringify(name)} ${answer.text}`).toBe(true);
    else if (topOf(name) !== undefined) made.add(onDisk(topOf(name) ?? ''));
    expect(entriesOf(place), JSON.stringify(name)).toEqual([...made].toSorted());
  }
  expect(others(place)).toEqual(before);
  expect(canary.changes()).toEqual([]);
  return [...made];
};

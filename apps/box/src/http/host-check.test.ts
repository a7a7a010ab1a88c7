import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createHostCheck, isHostName } from './host-check.ts';

const answersTo = createHostCheck(['box.example.org', 'Cloud.Example.COM']);

describe('the names a box answers to', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:6900',
    '192.168.1.20:6900',
    '203.0.113.9',
    '[::1]:6900',
    '[fe80::1]',
    '[2001:db8::7]:80',
    'localhost',
    'localhost:6900',
    'box.localhost',
    'box.test',
    'box.intranet',
    'box',
    'BOX:6900',
    'box.',
    'my_nas',
    'box.local',
    'Box.Local.:6900',
    'box.lan',
    'box.home',
    'box.home.arpa',
    'box.internal',
    'box.fritz.box',
    'a.b.lan',
    'box.example.org',
    'BOX.example.org:443',
    'cloud.example.com',
    hostname(),
    `${hostname()}:6900`,
  ])('are addresses, names without a dot, names of a home, and its own: %s', (host) => {
    expect(answersTo(host)).toBe(true);
  });

  it.each([
    'evil.example.org',
    'box.example.org.evil.com',
    'sub.box.example.org',
    'example.org',
    'evil.com:6900',
    'evil.com.',
    '127.0.0.1.evil.com',
    '192.168.1.20.nip.io',
    'local.evil.com',
    'lan.com',
    'x.notlan',
    'box.local.evil.com',
    '',
    ':6900',
    '.',
    'a b',
    'evil.com/x',
    'user@localhost.evil.com',
    '[::1',
    '[evil.com]',
    '[127.0.0.1]',
    'localhost:6900:1',
    'user@localhost',
    'evil.com#.local',
    'evil.com?.local',
    'bücher.local',
  ])('are no others: %s', (host) => {
    expect(answersTo(host)).toBe(false);
  });

  it('a program that names no host is no browser', () => {
    expect(answersTo(undefined)).toBe(true);
  });

  it('a box is told names, not addresses with a port, a path or a wildcard', () => {
    for (const name of ['box.example.org', 'box']) expect(isHostName(name)).toBe(true);
    for (const text of ['', 'box:6900', 'https://box.example.org', '*.example.org', 'a..b', 'a/b'])
      expect(isHostName(text)).toBe(false);
  });
});

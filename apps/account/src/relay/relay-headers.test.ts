import { expect, it } from 'vitest';
import {
  responseHeadersFromBox,
  isForwardedStatus,
  isAllowedDestination,
  requestHeadersForBox,
} from './relay-headers.ts';

it('a box is told what its answer depends on, and nothing else', () => {
  const depends = [
    'accept',
    'accept-encoding',
    'accept-language',
    'content-length',
    'content-type',
    'range',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
  ];
  const others = ['cookie', 'authorization', 'host', 'origin', 'referer', 'user-agent', 'x-forwarded-for', 'token'];
  const sent = Object.fromEntries([...depends, ...others].map((name) => [name, `the ${name}`]));
  expect(Object.keys(requestHeadersForBox(sent)).toSorted()).toEqual(depends.toSorted());
  expect(requestHeadersForBox({ range: 'bytes=0-', accept: undefined })).toEqual({ range: 'bytes=0-' });
});

it('of a box’s headers those pass that speak of its answer', () => {
  const speaks = [
    'accept-ranges',
    'cache-control',
    'content-encoding',
    'content-length',
    'content-range',
    'etag',
    'expires',
    'last-modified',
    'retry-after',
    'vary',
  ];
  const passed = responseHeadersFromBox(
    200,
    Object.fromEntries([...speaks, 'set-cookie', 'location'].map((name) => [name, 'x'])),
  );
  for (const name of speaks) expect(passed[name], name).toBe('x');
  for (const name of ['set-cookie', 'location']) expect(passed).not.toHaveProperty(name);
});

it('an answer is a yes, a no or nothing new; nobody is led elsewhere', () => {
  const answers = [100, 199, 200, 206, 299, 300, 301, 302, 303, 304, 305, 307, 308, 399, 400, 404, 503, 599, 600];
  expect(answers.filter(isForwardedStatus)).toEqual([200, 206, 299, 304, 400, 404, 503, 599]);
});

it('a browser that wants a page, a picture, sound, a film or its titles is answered; no script, worker, style or frame is', () => {
  const wanted = ['empty', 'document', 'image', 'audio', 'video', 'track'];
  const unwanted = ['script', 'worker', 'serviceworker', 'sharedworker', 'style', 'iframe', 'frame', 'embed', 'object'];
  const asked = [...wanted, ...unwanted, ''].filter((dest) => isAllowedDestination({ 'sec-fetch-dest': dest }));
  expect(asked).toEqual(wanted);
  expect(isAllowedDestination({})).toBe(true);
});

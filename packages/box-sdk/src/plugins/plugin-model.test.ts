import { decode } from '@boxwood/command-bus/codecs';
import type { AnyCodec } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import { PhotoStore } from '../photos/photo-model.ts';
import { Plugin } from './plugin-model.ts';

const plugin = {
  appKey: 'slpmdb',
  appName: 'Photo index',
  appDesc: 'Finds faces',
  appTar: 'slpmdb.tar.gz',
  basic: 'N',
  type: 0,
  state: 6,
  img: '/img/slpmdb.png',
  minVer: { N2: 1018, N3: 13, G2: 1 },
  confKeep: 'Y',
  nowVer: '1.2.0',
  newVer: '1.3.0',
  detail: { version: '1.2.0' },
};
const label = { id: '1', name: 'Ann', cnt: 12, cover: '9e107d9d372bb6826bd81d3542a419d6' };
const store = {
  info: { faceMinNum: 3, sources: ['/mnt/usb1/ann/Photos'], scanning: 0, done: 10, total: 10 },
  faceGroup: [label],
  faceLabel: [label],
  face: [],
  yolov: [label],
  china: [],
  overseas: [],
};

const without = (sample: object, field: string): object =>
  Object.fromEntries(Object.entries(sample).filter(([key]) => key !== field));

describe.each<readonly [string, AnyCodec, object]>([
  ['SDK-E15: the plugin entity', Plugin, plugin],
  ['SDK-E17: the photo store', PhotoStore, store],
])('%s', (_name, codec, sample) => {
  it('decodes a full sample and encodes it back', () => {
    const decoded = decode(codec, sample);
    expect(decoded).toEqual({ _tag: 'Right', right: sample });
    expect(codec.encode(sample)).toEqual(sample);
  });

  it('refuses a sample with a field missing, or of another type, and names the field', () => {
    for (const field of Object.keys(sample)) {
      expect(decode(codec, without(sample, field)), field).toMatchObject({ _tag: 'Left' });
      const wrong = decode(codec, { ...sample, [field]: Symbol('wrong') });
      expect(JSON.stringify(wrong), field).toContain(field);
    }
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBech32, encodeBech32 } from './bech32.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bytes = fc.uint8Array({ minLength: 0, maxLength: 40 });

it('BIP 173: the words of its examples are read, and are what their bytes are written as', () => {
  const empty = [
    'A12UEL5L',
    'a12uel5l',
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
  ];
  for (const word of empty) {
    const prefix = word.toLowerCase().slice(0, word.toLowerCase().lastIndexOf('1'));
    expect(decodeBech32(prefix, word), word).toEqual(new Uint8Array());
    expect(encodeBech32(prefix, new Uint8Array())).toBe(word.toLowerCase());
  }
  const counting = 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw';
  const groups = Uint8Array.from(Buffer.from('00443214c74254b635cf84653a56d7c675be77df', 'hex'));
  expect(decodeBech32('abcdef', counting)).toEqual(groups);
  expect(encodeBech32('abcdef', groups)).toBe(counting);
});

it('what was written is read, in either case and in no mixture of them', () => {
  fc.assert(
    fc.property(bytes, (plain) => {
      const word = encodeBech32('age', plain);
      expect(decodeBech32('age', word)).toEqual(plain);
      expect(decodeBech32('age', word.toUpperCase())).toEqual(plain);
      expect(decodeBech32('age', `${word.slice(0, 3).toUpperCase()}${word.slice(3)}`)).toBeNull();
      expect(decodeBech32('agf', word)).toBeNull();
      expect(decodeBech32('ag', word)).toBeNull();
    }),
  );
});

it('no word with one wrong sign, one that is missing or one that is none of the alphabet is read', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 31 }), (plain, place, other) => {
      const word = encodeBech32('age', plain);
      const at = 4 + (place % (word.length - 4));
      const put = (sign: string) => word.slice(0, at) + sign + word.slice(at + 1);
      expect(decodeBech32('age', put(ALPHABET[(ALPHABET.indexOf(word.charAt(at)) + other) % 32] ?? ''))).toBeNull();
      for (const sign of ['', 'b', '1', 'é']) expect(decodeBech32('age', put(sign)), sign).toBeNull();
    }),
  );
  for (const word of ['', '1', 'age', 'age1', 'age1qqqqq', 'A1G7SGD8']) expect(decodeBech32('age', word)).toBeNull();
});

it('what is left over of a word is less than one sign, and nothing is hidden in it', () => {
  expect(decodeBech32('age', 'age1qywnyetw')).toEqual(Uint8Array.of(1));
  for (const word of ['age1qdd35qf', 'age1rqqzksp2j', 'age1qqqqqq0jg2mr', 'age1qpu0j2ex'])
    expect(decodeBech32('age', word), word).toBeNull();
});

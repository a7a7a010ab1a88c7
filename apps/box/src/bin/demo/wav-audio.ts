import type { SeededRandom } from './seeded-random.ts';

const SAMPLE_RATE_HZ = 22_050;
/** A pentatonic scale: the notes sound well in any order. */
const NOTES = [261.63, 293.66, 329.63, 392.0, 440.0, 523.25, 587.33] as const;

/** A plucked melody as a WAV file (RIFF, 16-bit mono). */
export const createWav = (random: SeededRandom, seconds: number): Buffer => {
  const samples = new Float64Array(SAMPLE_RATE_HZ * seconds);
  for (let beat = 0; beat < seconds * 3; beat++) {
    const pitch = random.pick(NOTES);
    const from = Math.floor((beat / 3) * SAMPLE_RATE_HZ);
    const length = Math.min(SAMPLE_RATE_HZ * 1.2, samples.length - from);
    for (let i = 0; i < length; i++) {
      const t = i / SAMPLE_RATE_HZ;
      const tone = Math.sin(2 * Math.PI * pitch * t) + 0.4 * Math.sin(4 * Math.PI * pitch * t);
      samples[from + i] = (samples[from + i] ?? 0) + tone * Math.exp(-4 * t) * 0.25;
    }
  }
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write('RIFF', 0, 'ascii');
  data.writeUInt32LE(data.length - 8, 4);
  data.write('WAVEfmt ', 8, 'ascii');
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  data.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36, 'ascii');
  data.writeUInt32LE(samples.length * 2, 40);
  for (const [i, value] of samples.entries())
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), 44 + i * 2);
  return data;
};

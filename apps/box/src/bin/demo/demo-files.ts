import { constants } from 'node:fs';
import type { Vault } from '../../storage/vault/index.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { createVideo } from './webm-video.ts';
import type { DemoUser } from './demo-data.ts';
import { DEMO_USERS, LETTERS, NOTES, TRIPS } from './demo-data.ts';
import { createDocx, createXlsx } from './office-documents.ts';
import { createPdf } from './pdf-document.ts';
import { createPhoto } from './generated-photos.ts';
import { SeededRandom } from './seeded-random.ts';
import { createWav } from './wav-audio.ts';
import { createZip } from './zip-archive.ts';

/** Writes files below a wire path (the path that clients use) as one user, with plausible times. */
class DemoFileWriter {
  readonly #vault: Vault;
  readonly #user: string;
  readonly #root: string;

  constructor(vault: Vault, user: string, root: string) {
    this.#vault = vault;
    this.#user = user;
    this.#root = root;
  }

  async write(folderPath: readonly string[], name: string, data: Uint8Array | string, modifiedAt: Date): Promise<void> {
    const location = this.#vault.resolve(callerFor(this.#user), [this.#root, ...folderPath].join('/'), 'write');
    await this.#vault.makeFolder(location);
    await using folder = await this.#vault.folder(location);
    await using file = await folder.openFile(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    await file.writeFile(data);
    await file.utimes(modifiedAt, modifiedAt);
  }
}

const DAY_MS = 86_400_000;

const writePhotos = async (writer: DemoFileWriter, person: DemoUser, random: SeededRandom): Promise<void> => {
  for (const [trip, startDate, [latitude, longitude]] of TRIPS) {
    const startMs = Date.parse(`${startDate}T09:00:00Z`);
    const count = random.between(9, 14);
    for (let i = 1; i <= count; i++) {
      const takenAt = new Date(startMs + Math.floor(i / 4) * DAY_MS + random.between(0, 8 * 3600) * 1000);
      await writer.write(
        ['Photos', trip],
        `IMG_${person.seed}${String(i).padStart(2, '0')}.jpg`,
        // Photos are placed within a few kilometres of the coordinates of the trip.
        await createPhoto(random, takenAt, [latitude + random.next() * 0.08, longitude + random.next() * 0.08]),
        takenAt,
      );
    }
  }
};

const writeDocuments = async (writer: DemoFileWriter, random: SeededRandom): Promise<void> => {
  const startMs = Date.parse('2026-02-01T08:00:00Z');
  const randomDate = () => new Date(startMs + random.between(0, 220) * DAY_MS + random.between(0, 86_400) * 1000);
  for (const [name, lines] of LETTERS) {
    await writer.write(['Documents', 'Letters'], `${name}.docx`, createDocx(lines), randomDate());
    await writer.write(['Documents', 'Letters', 'PDF'], `${name}.pdf`, createPdf(name, lines.slice(1)), randomDate());
  }
  for (const [name, text] of NOTES) await writer.write(['Documents', 'Notes'], name, text, randomDate());
  for (let month = 1; month <= 10; month++) {
    const label = `2026-${String(month).padStart(2, '0')}`;
    const rows = ['Groceries', 'Energy', 'Car', 'School', 'Fun'].map(
      (category) => [category, random.between(20, 900)] as const,
    );
    const sum = rows.reduce((total, [, value]) => total + value, 0);
    await writer.write(
      ['Documents', 'Budget'],
      `Budget ${label}.xlsx`,
      createXlsx(label, [['What', 'Amount'], ...rows, ['Sum', sum]]),
      randomDate(),
    );
    const readings = Array.from(
      { length: 30 },
      (_, i) => `${label}-${String(i + 1).padStart(2, '0')},${(random.next() * 25).toFixed(1)}`,
    );
    await writer.write(
      ['Documents', 'Weather'],
      `temperatures ${label}.csv`,
      `date,celsius\n${readings.join('\n')}\n`,
      randomDate(),
    );
  }
  const notesArchive = createZip(NOTES.map(([name, text]) => ({ name: `notes/${name}`, data: Buffer.from(text) })));
  await writer.write(['Documents'], 'Notes backup.zip', notesArchive, randomDate());
};

const writeMedia = async (writer: DemoFileWriter, random: SeededRandom, seed: number): Promise<void> => {
  const modifiedAt = new Date('2026-05-20T18:00:00Z');
  for (const title of ['Morning on the terrace', 'Rain', 'Long road home', '小夜曲'])
    await writer.write(['Music', 'Kitchen table sessions'], `${title}.wav`, createWav(random, 12), modifiedAt);
  await writer.write(['Videos'], 'Sunset timelapse.webm', await createVideo(seed, 6), modifiedAt);
};

/** Writes the folders of the demo users and the public folder: a few hundred files, the same on every box. */
export const writeDemoFiles = async (vault: Vault): Promise<void> => {
  for (const person of DEMO_USERS) {
    const writer = new DemoFileWriter(vault, person.user, `/mnt/usb1/${person.user}`);
    const random = new SeededRandom(person.seed);
    await writePhotos(writer, person, random);
    await writeDocuments(writer, random);
    await writeMedia(writer, random, person.seed);
  }
  const random = new SeededRandom(99);
  const writer = new DemoFileWriter(vault, 'annabel', '/mnt/usb1/shared-files');
  const modifiedAt = new Date('2026-03-14T12:00:00Z');
  for (let i = 1; i <= 24; i++)
    await writer.write(
      ['Grandparents'],
      `Album page ${i}.jpg`,
      await createPhoto(random, modifiedAt),
      new Date(modifiedAt.getTime() + i * DAY_MS),
    );
  await writer.write(
    ['House'],
    'Heating manual.pdf',
    createPdf('Heating manual', ['Turn the red valve to the right.', 'Bleed the radiators in October.']),
    modifiedAt,
  );
  await writer.write(
    ['House'],
    'Read me first.md',
    '# The family box\n\nWhat lies here belongs to all of us.\n',
    modifiedAt,
  );
};

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDocx, createXlsx } from '../../../apps/box/src/bin/demo/office-documents.ts';
import { createVideo } from '../../../apps/box/src/bin/demo/webm-video.ts';
import { createPdf } from '../../../apps/box/src/bin/demo/pdf-document.ts';
import { createPhoto } from '../../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../../apps/box/src/bin/demo/seeded-random.ts';
import { createWav } from '../../../apps/box/src/bin/demo/wav-audio.ts';

/** The name of the folder on the local computer. */
export const SAMPLE_FOLDER_NAME = 'Our family 我们家 🏡';

/** The number of files in it. */
export const SAMPLE_FILE_COUNT = 2000;

/** One file of each kind that the desktop displays. */
export const SAMPLE_KINDS = {
  photo: '湖边 lake.jpg',
  film: 'Sunset 日落.webm',
  song: 'A little song 🎵.wav',
  word: 'Letter to grandma 给奶奶的信.docx',
  sheet: 'Household 家用.xlsx',
  paper: 'Insurance.pdf',
  markdown: 'Recipes 食谱.md',
  source: 'backup photos.py',
} as const;

const SAMPLE_TEXTS = [
  'Birthday 生日',
  'Holiday 假期',
  'School 学校',
  'Garden 花园',
  'Christmas 🎄',
  'cat & dog',
  'new (draft)',
];
const SUFFIXES = ['txt', 'md', 'json', 'csv', 'log', 'jpg', 'sh'];

/** The photo is made once. Real photos differ, so a number is appended to each. */
const numbered = (jpeg: Buffer, at: number): Buffer => Buffer.concat([jpeg, Buffer.from(`photo ${at}`)]);

/** Creates a sample folder of exactly {@link SAMPLE_FILE_COUNT} small files on the local computer. */
export const createSampleFolder = async (root: string): Promise<void> => {
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const lake = await createPhoto(new SeededRandom(7), new Date(0));
  const kinds: Readonly<Record<keyof typeof SAMPLE_KINDS, string | Uint8Array>> = {
    photo: lake,
    film: await createVideo(3, 2),
    song: createWav(new SeededRandom(5), 2),
    word: createDocx(['给奶奶的信 · A letter', 'Dear grandma, the garden is in flower.']),
    sheet: createXlsx('Household 家用', [
      ['What', 'Amount'],
      ['Bread 面包', 12.5],
      ['Milk 牛奶', 8],
    ]),
    paper: createPdf('Insurance', ['One page, to be kept.']),
    markdown: '# Recipes 食谱\n\n| dish | minutes |\n|---|---|\n| noodles 面条 | 20 |\n',
    source: 'for photo in photos:  # all of them\n    copy(photo, "/backup")\n',
  };
  for (const [kind, content] of Object.entries(kinds))
    put(`One of each 每样一个/${SAMPLE_KINDS[kind as keyof typeof SAMPLE_KINDS]}`, content);
  for (let at = 0; at < 100; at += 1)
    put(`Camera roll 相机/IMG_${4000 + at}.jpg`, numbered(lake.subarray(0, 3000), at));
  const rest = SAMPLE_FILE_COUNT - 100 - Object.keys(kinds).length;
  for (let at = 0; at < rest; at += 1) {
    const word = SAMPLE_TEXTS[at % SAMPLE_TEXTS.length] ?? '';
    const suffix = SUFFIXES[at % SUFFIXES.length] ?? 'txt';
    put(`Papers 文件/${2001 + (at % 12)}/${word} ${at}.${suffix}`, `${word} ${at}\n`.repeat(1 + (at % 90)));
  }
};

/** The number of files below a folder; 0 when it does not exist. */
export const countFiles = (root: string): number =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

/** Every file below a folder with the digest of its content. */
export const digestsByPath = (root: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(root.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')] as const;
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

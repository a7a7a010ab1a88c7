/**
 * Checks what scripts require from a running box: only over the wire, in a separate folder that is removed afterwards.
 * A feature that the box says it does not offer is reported, and is no failure.
 */
import type { Connection } from '@boxwood/box-sdk';
import {
  BoxFailure,
  ChecksumFile,
  copyTask,
  describeBoxError,
  downloadFile,
  each,
  GEN,
  isNotOffered,
  ListFiles,
  ListTrash,
  MakeFolder,
  shareAddress,
  uploadFile,
  uploadMany,
} from '@boxwood/box-sdk';

/** The result of one check. */
export interface ConformanceResult {
  readonly name: string;
  readonly outcome: 'yes' | 'no' | 'not offered';
  /** The reason of a failure, in words. */
  readonly why: string;
  readonly ms: number;
}

class ExpectationFailure extends Error {}

const holds = (is: boolean, words: string): void => {
  if (!is) throw new ExpectationFailure(words);
};

const textOf = (bytes: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(bytes));

const source = (target: string, content: string | Uint8Array<ArrayBuffer>, mtime = 1_760_000_000) => {
  const blob = new Blob([content]);
  return {
    target,
    size: blob.size,
    mtime,
    read: (start: number, end: number) => Promise.resolve(blob.slice(start, end)),
  };
};

interface QuestionContext {
  readonly box: Connection;
  /** The folder in which everything happens. */
  readonly scratch: string;
}
type ConformanceQuestion = (place: QuestionContext) => Promise<void>;

const put = async ({ box, scratch }: QuestionContext, name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const sent = await uploadFile(box, source(`${scratch}/${name}`, content));
  if (sent._tag === 'Left') throw new BoxFailure(sent.left, 'upload');
  return sent.right;
};
const read = async ({ box, scratch }: QuestionContext, name: string, start = 0): Promise<string> => {
  const pieces: Uint8Array[] = [];
  const got = await downloadFile(await box.url(`${scratch}/${name}`), {
    start,
    onBytes: (piece) => {
      pieces.push(piece);
    },
  });
  if (got._tag === 'Left') throw new BoxFailure(got.left, 'download');
  return textOf(pieces);
};
const names = async ({ box, scratch }: QuestionContext, below = ''): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { n } of each(box, ListFiles, { path: `${scratch}${below}` })) found.push(n);
  return found.toSorted();
};
const codeOfRefusal = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (failure: unknown) => {
      if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
      throw failure;
    },
  );

const QUESTIONS: Readonly<Record<string, ConformanceQuestion>> = {
  'a file goes up and comes back byte for byte': async (place) => {
    await put(place, 'note.txt', 'milk, bread');
    holds((await read(place, 'note.txt')) === 'milk, bread', 'other bytes came back');
  },
  'a file that is there already is not sent again': async (place) => {
    await put(place, 'twice.txt', 'once');
    holds((await put(place, 'twice.txt', 'once')).identical, 'it was sent again');
  },
  'a file of several pieces is whole': async (place) => {
    const large = new Uint8Array(9 * 1024 * 1024).fill(7);
    await put(place, 'large.bin', large);
    const { file_list: list } = await place.box.files.list({
      path: `${place.scratch}/large.bin`,
      count: 1,
      hasbaseinfo: 0,
    });
    holds(list[0]?.s === large.length, 'its size is another one');
  },
  'a part of a file is read from where one wants': async (place) => {
    holds((await read(place, 'note.txt', 6)) === 'bread', 'it was another part');
  },
  'small files go up together': async (place) => {
    const many = Array.from({ length: 300 }, (_, n) => source(`${place.scratch}/many/${String(n)}.txt`, `file ${n}`));
    for await (const { result } of uploadMany(place.box, many))
      if (result._tag === 'Left') throw new ExpectationFailure(`one was not taken: ${result.left._tag}`);
    holds((await names(place, '/many')).length === 300, 'not all are there');
    holds((await read(place, 'many/299.txt')) === 'file 299', 'one has the bytes of another');
  },
  'a name that is taken is not moved onto': async (place) => {
    const move = { source: `${place.scratch}/note.txt`, target: `${place.scratch}/twice.txt` };
    holds((await codeOfRefusal(place.box.files.move(move))) === GEN.invalid, 'it was not refused with 11');
    holds((await read(place, 'twice.txt')) === 'once', 'what stood there is gone');
  },
  'nothing is at a path where nothing is': async ({ box, scratch }) => {
    const code = await codeOfRefusal(box.files.list({ path: `${scratch}/none`, count: 1, hasbaseinfo: 0 }));
    holds(code === GEN.absent, `it was refused with ${code}, not with 6`);
  },
  'a path that leads out is refused': async ({ box, scratch }) => {
    // Our own client refuses to send it.
    const identity = { version: 1, username: box.user, token: box.token };
    const asked = await fetch(`${box.base}${MakeFolder.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...identity, cmd: MakeFolder.cmd, params: [`${scratch}/../out`] }),
    });
    const answer: unknown = await asked.json();
    const isRefused = typeof answer === 'object' && answer !== null && 'error' in answer && Number(answer.error) > 1;
    holds(isRefused, 'it was taken');
  },
  'files are renamed, several at once': async (place) => {
    await put(place, 'a.txt', 'a');
    await put(place, 'b.txt', 'b');
    const at = (name: string) => `${place.scratch}/${name}`;
    await place.box.files.rename({
      renames: [
        { source: at('a.txt'), target: at('b.txt') },
        { source: at('b.txt'), target: at('a.txt') },
      ],
    });
    holds((await read(place, 'a.txt')) === 'b' && (await read(place, 'b.txt')) === 'a', 'they were not exchanged');
  },
  'the box copies, and tells when it is done': async (place) => {
    const { box, scratch } = place;
    await box.files.makeFolder({ path: `${scratch}/copies` });
    const { id } = await box.tasks.add(copyTask(box.user, `${scratch}/many`, `${scratch}/copies`, 2));
    const ended = await box.tasks.wait(id);
    holds(ended.outcome === 'done', `it ended as ${ended.outcome}`);
    holds((await names(place, '/copies/many')).length === 300, 'not all were copied');
  },
  'what was put away is in the bin and comes back': async (place) => {
    const { box, scratch } = place;
    await put(place, 'old.txt', 'old');
    await box.trash.put({ paths: [`${scratch}/old.txt`] });
    holds(!(await names(place)).includes('old.txt'), 'it is still there');
    let id = '';
    for await (const item of each(box, ListTrash, { order: '5', desc: 1 }))
      if (item.n === 'old.txt' && item.p === scratch) id = item.id;
    holds(id !== '', 'it is not in the bin');
    await box.trash.restore({ ids: [id] });
    holds((await read(place, 'old.txt')) === 'old', 'it did not come back');
  },
  'the last change is taken back, and done again': async (place) => {
    const { box, scratch } = place;
    await put(place, 'undo.txt', 'undo');
    await box.files.move({ source: `${scratch}/undo.txt`, target: `${scratch}/moved.txt` });
    await box.journal.undo({ id: [] });
    holds((await names(place)).includes('undo.txt'), 'it was not taken back');
    await box.journal.redo({ id: [] });
    holds((await names(place)).includes('moved.txt'), 'it was not done again');
  },
  'a checksum is that of the bytes': async (place) => {
    const { sha256 } = await place.box.send(ChecksumFile, { path: `${place.scratch}/note.txt` });
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('milk, bread'));
    holds(sha256 === Buffer.from(digest).toString('hex'), 'it is another one');
  },
  'a link opens for a stranger, and not after its end': async ({ box, scratch }) => {
    const link = await box.shares.link({ path: scratch, names: ['note.txt'], days: 1, code: '0000' });
    const address = new URL(shareAddress(link));
    const here = `${box.base}${address.pathname}`;
    holds((await fetch(here)).ok, 'it does not open');
    await box.shares.remove({ id: link.id });
    holds(!(await (await fetch(here)).text()).includes('note.txt'), 'it opens after its end');
  },
  'a change is told of as it happens': async ({ box, scratch }) => {
    const { cursor } = await box.changes.wait({ cursor: '', wait: 0, folders: [] });
    await box.files.makeFolder({ path: `${scratch}/told` });
    const signal = AbortSignal.timeout(30_000);
    let told = false;
    for await (const event of box.events({ cursor, folders: [scratch], signal }))
      if (event.type === 'folder' || event.type === 'everything') {
        told = true;
        break;
      }
    holds(told, 'nothing was told');
  },
  'a session of nobody opens nothing': async ({ box, scratch }) => {
    const file = await fetch(`${box.base}/port_80${scratch}/note.txt`);
    holds(!file.ok, 'a file opens without a key');
  },
};

const ask = async (name: string, question: ConformanceQuestion, place: QuestionContext): Promise<ConformanceResult> => {
  const begun = performance.now();
  const row = (outcome: ConformanceResult['outcome'], why = ''): ConformanceResult => ({
    name,
    outcome,
    why,
    ms: Math.round(performance.now() - begun),
  });
  try {
    await question(place);
    return row('yes');
  } catch (failure) {
    if (failure instanceof BoxFailure)
      return isNotOffered(failure.error)
        ? row('not offered', failure.command)
        : row('no', `${failure.command}: ${describeBoxError(failure.error)}`);
    return row('no', failure instanceof Error ? failure.message : String(failure));
  }
};

/** Runs all checks against a box, one after the other. Leaves nothing behind except lines in the journal. */
export const conformance = async (
  box: Connection,
  onRow: (row: ConformanceResult) => void = () => undefined,
): Promise<readonly ConformanceResult[]> => {
  const scratch = `/mnt/usb1/${box.user}/conformance-${crypto.randomUUID().slice(0, 8)}`;
  const rows: ConformanceResult[] = [];
  await box.files.makeFolder({ path: scratch });
  try {
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const row = await ask(name, question, { box, scratch });
      rows.push(row);
      onRow(row);
    }
  } finally {
    await box.files.remove({ paths: [scratch] });
  }
  return rows;
};

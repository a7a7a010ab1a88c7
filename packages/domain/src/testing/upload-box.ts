/** The receiving end of uploads, in memory and virtual time, with the faults of a real connection. For tests. */
import { GEN } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { Observable, type SchedulerLike } from 'rxjs';
import { copyName, isIdentical, toWholeSeconds } from '@boxwood/box-sdk/rules';
import type {
  PreparedBundle,
  PutProgress,
  PreparedUpload,
  SmallFile,
  UploadPort,
  FileVersion,
} from '../uploads/port.ts';
import type { UploadSource } from '../uploads/uploads.ts';

/** Fault of one call: none, before it took effect, after it (the reply is lost), or a refusal. */
export type Fault = 'none' | 'before' | 'after' | 'refused' | 'forgotten';

interface PartialUpload {
  readonly target: string;
  readonly size: number;
  /** The file facts sent besides its size. */
  readonly version: FileVersion;
  held: number;
  content: string;
}

/** Small files that are sent together. */
interface TestBundle {
  readonly files: readonly SmallFile[];
  contents: readonly string[] | null;
}

/** A source whose bytes are identified by its tag. */
export const testFile = (name: string, size: number, lastModified = 1_600_000_000_000): UploadSource => ({
  name,
  size,
  lastModified,
  slice: (start, end) => new TaggedBlob(`${name}[${start},${end})`, end - start),
});

/** A file as in a browser: itself a blob, so it can be sent in one body. */
export class TestWholeFile extends Blob implements UploadSource {
  readonly name: string;
  readonly lastModified = 1_600_000_000_000;
  readonly #length: number;

  constructor(name: string, length: number) {
    super();
    this.name = name;
    this.#length = length;
  }

  override get size(): number {
    return this.#length;
  }

  override slice(start = 0, end = this.#length): Blob {
    return testFile(this.name, this.#length).slice(start, end);
  }
}

class TaggedBlob extends Blob {
  readonly tag: string;
  readonly #length: number;

  constructor(tag: string, length: number) {
    super();
    this.tag = tag;
    this.#length = length;
  }

  override get size(): number {
    return this.#length;
  }
}

/** A file on the box; `mtime` is its exact time, where the box knows it. */
interface BoxFile {
  readonly size: number;
  readonly mtime_sec: number;
  readonly mtime?: string;
  readonly content: string;
}

export class UploadBox implements UploadPort {
  readonly files = new Map<string, BoxFile>();
  readonly parts = new Map<string, PartialUpload>();
  readonly bundles = new Map<string, TestBundle>();
  readonly folders: string[] = [];
  readonly calls: string[] = [];
  /**
   * Highest number of concurrent requests. Confirmations of small files are not counted, because the next files are
   * sent during them.
   */
  maxConcurrent = 0;
  /** Number of bundles prepared while another one was confirmed. */
  preparedWhileConfirming = 0;
  delay = 10;
  /** Duration of confirming small files, where it differs from `delay`. */
  confirmDelay: number | null = null;
  /** Whether the box supports versions and keeping both, unlike one of the specification. */
  supportsVersions = true;
  /** Final paths of uploads that kept an existing file (keep both), by upload id. */
  readonly #keepBothPaths = new Map<string, string>();
  /** The longest body that the box accepts. */
  maxBodyBytes = Number.POSITIVE_INFINITY;
  /** Status for a longer body. */
  tooLongStatus = 413;
  /** Bytes after which the next whole body is cut; the box keeps the bytes before. */
  cutAt: number | null = null;
  fault: (call: string) => Fault = () => 'none';
  /** The generic code for refusing a target, 0 for none. */
  refuses: (target: string) => number = () => 0;
  readonly #scheduler: SchedulerLike;
  #atOnce = 0;
  #confirming = 0;
  #uuids = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  prepare(target: string, size: number, requested: FileVersion): Observable<Either<BoxError, PreparedUpload>> {
    return this.#call('prepare', () => {
      const code = this.refuses(target);
      if (code !== 0) return left({ _tag: 'Refused', family: 'GEN', code, fields: {} });
      const { supportsVersions } = this;
      const version: FileVersion = supportsVersions ? requested : { mtime: '' };
      const { keep } = version;
      const done = keep === undefined ? undefined : this.files.get(this.#keepBothPaths.get(keep) ?? '');
      if (done !== undefined)
        return right({ uuid: 'done', existing: done, start: size, supportsVersions: supportsVersions });
      const known = [...this.parts].find(([, part]) => part.target === target && part.version.keep === keep);
      const same = known?.[1].size === size && known[1].version.mtime === version.mtime;
      if (known !== undefined && !same) this.parts.delete(known[0]);
      const uuid = known !== undefined && same ? known[0] : `uuid-${(this.#uuids += 1)}`;
      if (!this.parts.has(uuid)) this.parts.set(uuid, { target, size, version, held: 0, content: '' });
      const there = keep === undefined ? this.files.get(target) : undefined;
      const { size: existingSize, mtime_sec, mtime } = there ?? { size: 0, mtime_sec: 0, mtime: undefined };
      const existing = { size: existingSize, mtime_sec, ...(supportsVersions && mtime !== undefined ? { mtime } : {}) };
      return right({ uuid, existing, start: this.parts.get(uuid)?.held ?? 0, supportsVersions: supportsVersions });
    });
  }

  put(uuid: string, start: number, body: Blob): Observable<Either<BoxError, PutProgress>> {
    return this.#sending('put', body.size, () => {
      const part = this.parts.get(uuid);
      if (part === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      if (start !== 0 && start !== part.held)
        return left({ _tag: 'Http', status: 409, body: JSON.stringify({ start: part.held }) });
      if (start === 0) part.content = '';
      part.content += body instanceof TaggedBlob ? body.tag : '?';
      part.held = start + body.size;
      return right({ receivedBytes: part.held });
    });
  }

  putWhole(uuid: string, body: Blob): Observable<Either<BoxError, PutProgress>> {
    return this.#sending('putWhole', body.size, () => {
      const part = this.parts.get(uuid);
      if (part === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      if (body.size > this.maxBodyBytes) return left({ _tag: 'Http', status: this.tooLongStatus, body: '' });
      const cut = this.cutAt;
      this.cutAt = null;
      const sent = body.slice(0, cut ?? body.size);
      part.content = sent instanceof TaggedBlob ? sent.tag : '?';
      part.held = sent.size;
      return cut === null ? right({ receivedBytes: part.held }) : left({ _tag: 'Network', cause: 'cut' });
    });
  }

  finish(target: string, size: number, uuid: string, modified: number): Observable<Either<BoxError, unknown>> {
    return this.#call('finish', () => {
      const part = this.parts.get(uuid);
      const refuse = (code: number) => left({ _tag: 'Refused', family: 'GEN', code, fields: {} } as const);
      if (part === undefined) return refuse(GEN.path);
      if (part.held !== size) return refuse(GEN.invalid);
      this.parts.delete(uuid);
      return right({ path: this.#store(target, { size, mtime_sec: modified, content: part.content }, part.version) });
    });
  }

  /** Stores a file under its name, or a free one when it keeps both. */
  #store(target: string, file: BoxFile, { mtime, keep }: FileVersion): string {
    let path = target;
    const folder = target.slice(0, target.lastIndexOf('/') + 1);
    for (let copy = 1; keep !== undefined && this.files.has(path); copy += 1)
      path = `${folder}${copyName(target.slice(folder.length), copy, false)}`;
    this.files.set(path, mtime === '' ? file : { ...file, mtime });
    if (keep !== undefined) this.#keepBothPaths.set(keep, path);
    return path;
  }

  prepareMany(files: readonly SmallFile[]): Observable<Either<BoxError, PreparedBundle>> {
    return this.#call<PreparedBundle>('prepareMany', () => {
      const { supportsVersions } = this;
      const has = ({ target, size, mtime, keep }: SmallFile): boolean => {
        const known = this.files.get(keep === undefined ? target : (this.#keepBothPaths.get(keep) ?? ''));
        return known !== undefined && isIdentical(known, { size, mtime });
      };
      const list = files.map((file) => ({ error: this.refuses(file.target), have: has(file) }));
      const wanted = files.filter((_, index) => list[index]?.error === 0 && !list[index].have);
      if (wanted.length === 0) return right({ uuid: null, list, supportsVersions: supportsVersions });
      const uuid = `uuid-${(this.#uuids += 1)}`;
      this.bundles.set(uuid, { files: wanted, contents: null });
      return right({ uuid, list, supportsVersions: supportsVersions });
    });
  }

  putMany(uuid: string, bodies: readonly Blob[]): Observable<Either<BoxError, PutProgress>> {
    const held = bodies.reduce((sum, { size }) => sum + size, 0);
    return this.#sending('putMany', held, () => {
      const bundle = this.bundles.get(uuid);
      if (bundle === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      bundle.contents = bodies.map((body) => (body instanceof TaggedBlob ? body.tag : '?'));
      return right({ receivedBytes: held });
    });
  }

  finishMany(uuid: string): Observable<Either<BoxError, readonly number[]>> {
    return this.#call('finishMany', () => {
      const bundle = this.bundles.get(uuid);
      if (bundle === undefined) return left({ _tag: 'Refused', family: 'GEN', code: GEN.path, fields: {} });
      this.bundles.delete(uuid);
      bundle.files.forEach(({ target, size, ...version }, index) => {
        const content = size === 0 ? '' : (bundle.contents?.[index] ?? '');
        this.#store(target, { size, mtime_sec: toWholeSeconds(version.mtime), content }, version);
      });
      return right(bundle.files.map(() => 0));
    });
  }

  findExisting(folder: string, names: readonly string[]): Observable<Either<BoxError, ReadonlySet<string>>> {
    const present = (name: string): boolean =>
      this.folders.includes(`${folder}/${name}`) ||
      [...this.files.keys()].some((path) => path === `${folder}/${name}` || path.startsWith(`${folder}/${name}/`));
    return this.#call('taken', () => right(new Set(names.filter(present))));
  }

  makeFolder(path: string): Observable<Either<BoxError, { readonly existed: boolean }>> {
    return this.#call('makeFolder', () => {
      if (this.files.has(path)) return left({ _tag: 'Refused', family: 'GEN', code: GEN.invalid, fields: {} });
      const existed = this.folders.includes(path) || [...this.files.keys()].some((file) => file.startsWith(`${path}/`));
      if (!existed) this.folders.push(path);
      return right({ existed });
    });
  }

  /** A call with a body; it reports half the bytes sent after half the time. */
  #sending(
    name: string,
    bytes: number,
    effect: () => Either<BoxError, PutProgress>,
  ): Observable<Either<BoxError, PutProgress>> {
    return new Observable((subscriber) => {
      const half = this.#scheduler.schedule(
        () => subscriber.next(right({ sentBytes: Math.floor(bytes / 2) })),
        this.delay / 2,
      );
      const rest = this.#call(name, effect).subscribe(subscriber);
      return () => {
        half.unsubscribe();
        rest.unsubscribe();
      };
    });
  }

  #call<A>(name: string, effect: () => Either<BoxError, A>): Observable<Either<BoxError, A>> {
    return new Observable((subscriber) => {
      this.calls.push(name);
      const counted = name === 'finishMany' ? 0 : 1;
      this.#atOnce += counted;
      this.maxConcurrent = Math.max(this.maxConcurrent, this.#atOnce);
      if (name === 'prepareMany' && this.#confirming > 0) this.preparedWhileConfirming += 1;
      this.#confirming += 1 - counted;
      const fault = this.fault(name);
      let open = true;
      const end = (): void => {
        if (open) this.#atOnce -= counted;
        if (open) this.#confirming -= 1 - counted;
        open = false;
      };
      const scheduled = this.#scheduler.schedule(
        () => {
          end();
          if (fault === 'forgotten') {
            this.parts.clear();
            this.bundles.clear();
          }
          const done = fault === 'before' || fault === 'refused' ? null : effect();
          if (fault === 'refused')
            subscriber.next(left({ _tag: 'Refused', family: 'GEN', code: GEN.failed, fields: {} }));
          else if (done === null || fault === 'after') subscriber.next(left({ _tag: 'Network', cause: fault }));
          else subscriber.next(done);
          subscriber.complete();
        },
        counted === 0 ? (this.confirmDelay ?? this.delay) : this.delay,
      );
      return () => {
        end();
        scheduled.unsubscribe();
      };
    });
  }
}

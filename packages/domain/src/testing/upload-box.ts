/** The receiving end of uploads, in memory and in virtual time, with the faults of a real line. For tests. */
import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { Observable, type SchedulerLike } from 'rxjs';
import type { PreparedMany, PutNews, Prepared, SmallFile, UploadPort } from '../uploads/port.ts';
import type { UploadSource } from '../uploads/uploads.ts';

/** What goes wrong with one call: nothing, before it had an effect, after it (the reply is lost), or by a refusal. */
export type Fault = 'none' | 'before' | 'after' | 'refused' | 'forgotten';

interface Part {
  readonly target: string;
  readonly size: number;
  held: number;
  content: string;
}

/** Small files on their way together. */
interface Bundle {
  readonly files: readonly SmallFile[];
  contents: readonly string[] | null;
}

/** A source whose bytes are told apart by its tag. */
export const testFile = (name: string, size: number, lastModified = 1_600_000_000_000): UploadSource => ({
  name,
  size,
  lastModified,
  slice: (start, end) => new TaggedBlob(`${name}[${start},${end})`, end - start),
});

/** A file as a browser has it: itself a blob, so that it may be sent in one body. */
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

export class UploadBox implements UploadPort {
  readonly files = new Map<string, { readonly size: number; readonly mtime_sec: number; readonly content: string }>();
  readonly parts = new Map<string, Part>();
  readonly bundles = new Map<string, Bundle>();
  readonly folders: string[] = [];
  readonly calls: string[] = [];
  /** Requests under way at one moment, at most. */
  mostAtOnce = 0;
  delay = 10;
  /** The longest body it takes. */
  longest = Number.POSITIVE_INFINITY;
  /** Bytes after which the next whole body is cut; what came before is held. */
  cutAt: number | null = null;
  fault: (call: string) => Fault = () => 'none';
  /** The generic code with which a target is refused, 0 for none. */
  refuses: (target: string) => number = () => 0;
  readonly #scheduler: SchedulerLike;
  #atOnce = 0;
  #uuids = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  prepare(target: string, size: number): Observable<Either<BoxError, Prepared>> {
    return this.#call('prepare', () => {
      const code = this.refuses(target);
      if (code !== 0) return left({ _tag: 'Refused', family: 'GEN', code, fields: {} });
      const known = [...this.parts].find(([, part]) => part.target === target);
      if (known !== undefined && known[1].size !== size) this.parts.delete(known[0]);
      const uuid = known !== undefined && known[1].size === size ? known[0] : `uuid-${(this.#uuids += 1)}`;
      if (!this.parts.has(uuid)) this.parts.set(uuid, { target, size, held: 0, content: '' });
      const { size: had, mtime_sec } = this.files.get(target) ?? { size: 0, mtime_sec: 0 };
      return right({ uuid, existing: { size: had, mtime_sec }, start: this.parts.get(uuid)?.held ?? 0 });
    });
  }

  put(uuid: string, start: number, body: Blob): Observable<Either<BoxError, PutNews>> {
    return this.#sending('put', body.size, () => {
      const part = this.parts.get(uuid);
      if (part === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      if (start !== 0 && start !== part.held)
        return left({ _tag: 'Http', status: 409, body: JSON.stringify({ start: part.held }) });
      if (start === 0) part.content = '';
      part.content += body instanceof TaggedBlob ? body.tag : '?';
      part.held = start + body.size;
      return right({ held: part.held });
    });
  }

  putWhole(uuid: string, body: Blob): Observable<Either<BoxError, PutNews>> {
    return this.#sending('putWhole', body.size, () => {
      const part = this.parts.get(uuid);
      if (part === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      if (body.size > this.longest) return left({ _tag: 'Http', status: 413, body: '' });
      const cut = this.cutAt;
      this.cutAt = null;
      const sent = body.slice(0, cut ?? body.size);
      part.content = sent instanceof TaggedBlob ? sent.tag : '?';
      part.held = sent.size;
      return cut === null ? right({ held: part.held }) : left({ _tag: 'Network', cause: 'cut' });
    });
  }

  finish(target: string, size: number, uuid: string, modified: number): Observable<Either<BoxError, unknown>> {
    return this.#call('finish', () => {
      const part = this.parts.get(uuid);
      const refuse = (code: number) => left({ _tag: 'Refused', family: 'GEN', code, fields: {} } as const);
      if (part === undefined) return refuse(15);
      if (part.held !== size) return refuse(11);
      this.parts.delete(uuid);
      this.files.set(target, { size, mtime_sec: modified, content: part.content });
      return right({ path: target });
    });
  }

  prepareMany(files: readonly SmallFile[]): Observable<Either<BoxError, PreparedMany>> {
    return this.#call<PreparedMany>('prepareMany', () => {
      const has = ({ target, size, modified }: SmallFile): boolean => {
        const known = this.files.get(target);
        return known?.size === size && known.mtime_sec === modified;
      };
      const list = files.map((file) => ({ error: this.refuses(file.target), have: has(file) }));
      const wanted = files.filter((_, at) => list[at]?.error === 0 && !list[at].have);
      if (wanted.length === 0) return right({ uuid: null, list });
      const uuid = `uuid-${(this.#uuids += 1)}`;
      this.bundles.set(uuid, { files: wanted, contents: null });
      return right({ uuid, list });
    });
  }

  putMany(uuid: string, bodies: readonly Blob[]): Observable<Either<BoxError, PutNews>> {
    const held = bodies.reduce((sum, { size }) => sum + size, 0);
    return this.#sending('putMany', held, () => {
      const bundle = this.bundles.get(uuid);
      if (bundle === undefined) return left({ _tag: 'Http', status: 404, body: '' });
      bundle.contents = bodies.map((body) => (body instanceof TaggedBlob ? body.tag : '?'));
      return right({ held });
    });
  }

  finishMany(uuid: string): Observable<Either<BoxError, readonly number[]>> {
    return this.#call('finishMany', () => {
      const bundle = this.bundles.get(uuid);
      if (bundle === undefined) return left({ _tag: 'Refused', family: 'GEN', code: 15, fields: {} });
      this.bundles.delete(uuid);
      bundle.files.forEach(({ target, size, modified }, at) => {
        const content = size === 0 ? '' : (bundle.contents?.[at] ?? '');
        this.files.set(target, { size, mtime_sec: modified, content });
      });
      return right(bundle.files.map(() => 0));
    });
  }

  taken(folder: string, names: readonly string[]): Observable<Either<BoxError, ReadonlySet<string>>> {
    const present = (name: string): boolean =>
      this.folders.includes(`${folder}/${name}`) ||
      [...this.files.keys()].some((path) => path === `${folder}/${name}` || path.startsWith(`${folder}/${name}/`));
    return this.#call('taken', () => right(new Set(names.filter(present))));
  }

  makeFolder(path: string): Observable<Either<BoxError, unknown>> {
    return this.#call('makeFolder', () => {
      this.folders.push(path);
      return right({});
    });
  }

  /** A call with a body; half of it is on its way when half of the time is over. */
  #sending(
    name: string,
    bytes: number,
    effect: () => Either<BoxError, PutNews>,
  ): Observable<Either<BoxError, PutNews>> {
    return new Observable((subscriber) => {
      const half = this.#scheduler.schedule(
        () => subscriber.next(right({ sent: Math.floor(bytes / 2) })),
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
      this.#atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
      const fault = this.fault(name);
      let open = true;
      const end = (): void => {
        if (open) this.#atOnce -= 1;
        open = false;
      };
      const scheduled = this.#scheduler.schedule(() => {
        end();
        if (fault === 'forgotten') {
          this.parts.clear();
          this.bundles.clear();
        }
        const done = fault === 'before' || fault === 'refused' ? null : effect();
        if (fault === 'refused') subscriber.next(left({ _tag: 'Refused', family: 'GEN', code: 3, fields: {} }));
        else if (done === null || fault === 'after') subscriber.next(left({ _tag: 'Network', cause: fault }));
        else subscriber.next(done);
        subscriber.complete();
      }, this.delay);
      return () => {
        end();
        scheduled.unsubscribe();
      };
    });
  }
}

/** A shelf of handles in memory, with the browser's permission and the files on the computer to play with. For tests. */
import { type Observable, of } from 'rxjs';
import type { HandleShelf } from '../uploads/port.ts';
import type { UploadHandle, UploadId, UploadSource } from '../uploads/uploads.ts';

/** A file on the computer: `source` may be changed or taken away behind the page's back. */
export class TestHandle implements UploadHandle {
  readonly kind = 'file';
  readonly name: string;
  source: UploadSource | null;

  constructor(source: UploadSource) {
    this.name = source.name;
    this.source = source;
  }
}

export class MemoryShelf implements HandleShelf {
  readonly stored = new Map<UploadId, TestHandle>();
  /** What the browser says: still allowed, to be asked, or no. */
  permission: 'granted' | 'prompt' | 'denied' = 'denied';
  /** What the person answers when asked. */
  answers = true;
  asked = 0;

  ids(): Observable<readonly UploadId[]> {
    return of([...this.stored.keys()]);
  }

  keep(handles: ReadonlyMap<UploadId, UploadHandle>): void {
    for (const [id, handle] of handles) if (handle instanceof TestHandle) this.stored.set(id, handle);
  }

  forget(ids: readonly UploadId[]): void {
    for (const id of ids) this.stored.delete(id);
  }

  open(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>> {
    if (this.permission === 'prompt' && ask) {
      this.asked += 1;
      this.permission = this.answers ? 'granted' : 'denied';
    }
    const files = new Map<UploadId, UploadSource>();
    for (const id of ids) {
      const source = this.stored.get(id)?.source ?? null;
      if (source !== null && this.permission === 'granted') files.set(id, source);
    }
    return of(files);
  }
}

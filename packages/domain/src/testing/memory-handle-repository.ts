/** Handles in memory, with a configurable browser permission and files. For tests. */
import { type Observable, of } from 'rxjs';
import type { HandleRepository } from '../uploads/port.ts';
import type { UploadHandle, UploadId, UploadSource } from '../uploads/uploads.ts';

/** A file on the computer: tests may change or remove `source` without the page noticing. */
export class TestHandle implements UploadHandle {
  readonly kind = 'file';
  readonly name: string;
  source: UploadSource | null;

  constructor(source: UploadSource) {
    this.name = source.name;
    this.source = source;
  }
}

export class MemoryHandleRepository implements HandleRepository {
  readonly stored = new Map<UploadId, TestHandle>();
  /** The browser's permission: granted, to be requested, or denied. */
  permission: 'granted' | 'prompt' | 'denied' = 'denied';
  /** Whether the user grants the permission when asked. */
  grantsWhenAsked = true;
  requestCount = 0;

  ids(): Observable<readonly UploadId[]> {
    return of([...this.stored.keys()]);
  }

  store(handles: ReadonlyMap<UploadId, UploadHandle>): void {
    for (const [id, handle] of handles) if (handle instanceof TestHandle) this.stored.set(id, handle);
  }

  forget(ids: readonly UploadId[]): void {
    for (const id of ids) this.stored.delete(id);
  }

  open(ids: readonly UploadId[], ask: boolean): Observable<ReadonlyMap<UploadId, UploadSource>> {
    if (this.permission === 'prompt' && ask) {
      this.requestCount += 1;
      this.permission = this.grantsWhenAsked ? 'granted' : 'denied';
    }
    const files = new Map<UploadId, UploadSource>();
    for (const id of ids) {
      const source = this.stored.get(id)?.source ?? null;
      if (source !== null && this.permission === 'granted') files.set(id, source);
    }
    return of(files);
  }
}

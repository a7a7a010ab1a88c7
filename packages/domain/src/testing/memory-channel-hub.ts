import { filter, map, Subject } from 'rxjs';
import type { TabChannel } from '../store/tab-channel.ts';

/** Channels between stores in one program, for tests. Messages can be held until {@link MemoryChannelHub.deliver}. */
export class MemoryChannelHub {
  readonly #subject = new Subject<{ readonly from: symbol; readonly message: unknown }>();
  readonly #held: { readonly from: symbol; readonly message: unknown }[] = [];
  /** When false, messages wait until `deliver`. */
  immediate = true;

  join(): TabChannel {
    const me = Symbol('tab');
    let open = true;
    return {
      messages$: this.#subject.pipe(
        filter(({ from }) => open && from !== me),
        map(({ message }) => structuredClone(message)),
      ),
      post: (message) => {
        if (!open) return;
        this.#held.push({ from: me, message });
        if (this.immediate) this.deliver();
      },
      close: () => {
        open = false;
      },
    };
  }

  /** Delivers all held messages; `pick` chooses which of them is next. */
  deliver(pick: (count: number) => number = () => 0): void {
    while (this.deliverOne(pick));
  }

  /** Delivers one held message; false when there is none. */
  deliverOne(pick: (count: number) => number): boolean {
    if (this.#held.length === 0) return false;
    for (const next of this.#held.splice(pick(this.#held.length), 1)) this.#subject.next(next);
    return true;
  }
}

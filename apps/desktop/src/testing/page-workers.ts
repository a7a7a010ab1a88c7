import { onTestFinished, vi } from 'vitest';

type OnMessage = (event: Event) => void;

/**
 * Runs workers in this page for the rest of the test, because jsdom has none. `modules` loads the code of each worker by
 * the name of its file; a worker without one never answers. Returns the names of workers that were not terminated.
 */
export const runWorkersInPage = (modules: Readonly<Record<string, () => Promise<unknown>>>) => {
  const running = new Set<string>();
  const answer = async (worker: EventTarget, name: string, data: unknown): Promise<void> => {
    const load = modules[name];
    if (load === undefined) return;
    const answers: unknown[] = [];
    const handlers = await handlersOf(name, load);
    vi.stubGlobal('self', { postMessage: (reply: unknown) => answers.push(reply) });
    for (const handle of handlers) handle(new MessageEvent('message', { data }));
    vi.stubGlobal('self', globalThis);
    for (const reply of answers) worker.dispatchEvent(new MessageEvent('message', { data: reply }));
  };
  class PageWorker extends EventTarget {
    readonly name: string;
    constructor(url: URL) {
      super();
      this.name = /[\w-]+\.ts/.exec(url.href)?.[0] ?? url.href;
      running.add(this.name);
    }
    postMessage(data: unknown): void {
      void answer(this, this.name, data);
    }
    terminate(): void {
      running.delete(this.name);
    }
  }
  vi.stubGlobal('Worker', PageWorker);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return { running };
};

/** Handlers that a module of a worker registered when it was loaded; a module loads once for all tests of a worker. */
const registered = new Map<string, Promise<readonly OnMessage[]>>();
const handlersOf = (name: string, load: () => Promise<unknown>): Promise<readonly OnMessage[]> => {
  const known = registered.get(name);
  if (known !== undefined) return known;
  const handlers: OnMessage[] = [];
  const loading = (async () => {
    const spy = vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, handler) => {
      if (type === 'message' && typeof handler === 'function') handlers.push(handler);
    });
    await load();
    spy.mockRestore();
    return handlers;
  })();
  registered.set(name, loading);
  return loading;
};

/** Draws a V8 profile as a flame graph: callers and callees, width by time, the widest callee first. */

interface ProfileFrame {
  readonly functionName: string;
  readonly url: string;
}

/** The format of `--cpu-prof`. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: ProfileFrame;
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface FlameBar {
  readonly label: string;
  readonly kind: FrameKind;
  own: number;
  total: number;
  readonly below: Map<string, FlameBar>;
}

type FrameKind = 'box' | 'node' | 'engine';
const COLOURS: Readonly<Record<FrameKind, string>> = { box: '#e8743b', node: '#4f8fc9', engine: '#9a9a9a' };

const kindOf = ({ functionName, url }: ProfileFrame): FrameKind =>
  url.startsWith('node:') ? 'node' : url === '' || functionName.startsWith('(') ? 'engine' : 'box';
/** A bundle chunk has a hash in its name, which changes with its content. */
const labelOf = ({ functionName, url }: ProfileFrame): string => {
  const where = url.startsWith('node:') ? ` ${url.slice('node:'.length)}` : '';
  return `${functionName === '' ? '(a function without a name)' : functionName}${where}`;
};

const WIDTH = 1000;
const ROW = 16;
/** Narrower bars are not drawn. */
const MIN_BAR_WIDTH_PX = 2;
const LETTER = 6.2;
const DEEPEST = 36;
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The calls of a profile between two moments, in microseconds since the machine started; idle time is left out. */
const treeOf = ({ nodes, samples, timeDeltas, startTime }: Profile, from: number, to: number): FlameBar => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: FlameBar = { label: 'all', kind: 'engine', own: 0, total: 0, below: new Map() };
  let at = startTime;
  samples.forEach((sample, index) => {
    const took = timeDeltas[index] ?? 0;
    at += took;
    if (at < from || at > to || frames.get(sample)?.functionName === '(idle)') return;
    const stack: ProfileFrame[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const frame = frames.get(id);
      if (frame !== undefined && frame.functionName !== '(root)') stack.unshift(frame);
    }
    let bar = root;
    bar.total += took;
    for (const frame of stack) {
      const label = labelOf(frame);
      const next: FlameBar = bar.below.get(label) ?? { label, kind: kindOf(frame), own: 0, total: 0, below: new Map() };
      bar.below.set(label, next);
      next.total += took;
      bar = next;
    }
    bar.own += took;
  });
  return root;
};

/** The functions with the most self time, wherever they were called. */
const topOf = (root: FlameBar): readonly string[] => {
  const own = new Map<string, number>();
  const visit = (bar: FlameBar): void => {
    own.set(bar.label, (own.get(bar.label) ?? 0) + bar.own);
    for (const next of bar.below.values()) visit(next);
  };
  visit(root);
  return [...own]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 14)
    .map(([label, took]) => `${((100 * took) / root.total).toFixed(1)} % ${label}`);
};

export const flameOf = (
  profile: Profile,
  { from, to, title }: { readonly from: number; readonly to: number; readonly title: string },
): { readonly svg: string; readonly top: readonly string[] } => {
  const root = treeOf(profile, from, to);
  const shapes: string[] = [];
  let deepest = 0;
  const draw = (bar: FlameBar, x: number, depth: number): void => {
    const width = (bar.total / root.total) * WIDTH;
    if (width < MIN_BAR_WIDTH_PX || depth > DEEPEST) return;
    deepest = Math.max(deepest, depth);
    const y = (depth + 1) * ROW + 8;
    const letters = Math.floor((width - 4) / LETTER);
    const text = letters < 3 ? '' : escape(bar.label.slice(0, letters));
    const share = ((100 * bar.total) / root.total).toFixed(1);
    shapes.push(
      `<g><title>${escape(bar.label)} ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[bar.kind]}"/>${text === '' ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${text}</text>`}</g>`,
    );
    let left = x;
    for (const next of [...bar.below.values()].toSorted((one, other) => other.total - one.total)) {
      draw(next, left, depth + 1);
      left += (next.total / root.total) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = (deepest + 2) * ROW + 12;
  const head = `${escape(title)}: ${(root.total / 1000).toFixed(0)} ms of the box's own thread. Orange is the box, blue is Node, grey is V8 and what is not seen.`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10"><rect width="100%" height="100%" fill="#fff"/><text x="2" y="14" font-size="12">${head}</text>${shapes.join('')}</svg>\n`;
  return { svg, top: topOf(root) };
};

import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlight, type Piece } from './highlight.ts';

/** The request: a text and its file extension. */
export interface TextQuestion {
  readonly text: string;
  readonly language: string;
}
/** Tokens of source code, or a markdown tree; both are null if the text is better shown plain. */
export interface TextAnswer {
  readonly pieces: readonly Piece[] | null;
  readonly tree: MarkdownTree | null;
}

/** Images are removed, because loading them would reveal the reader to other servers. */
const schema = { ...defaultSchema, tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img') };

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema).freeze();
/** Sanitized markdown tree: no scripts, no images, no addresses except links. */
export type MarkdownTree = ReturnType<typeof markdown.runSync>;

/** Limits for content that is made to block the page. */
const MOST_NODES = 50_000;
const DEEPEST = 200;
const MOST_PIECES = 30_000;

const isModest = (tree: MarkdownTree): boolean => {
  let count = 0;
  let level: readonly MarkdownTree['children'][number][] = tree.children;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > DEEPEST || count > MOST_NODES) return false;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return true;
};

const answerTo = ({ text, language }: TextQuestion): TextAnswer => {
  if (language !== 'md') {
    const pieces = highlight(text, language);
    return { pieces: pieces.length > MOST_PIECES ? null : pieces, tree: null };
  }
  const tree = markdown.runSync(markdown.parse(text));
  return { pieces: null, tree: isModest(tree) ? tree : null };
};

self.addEventListener('message', ({ data }: MessageEvent<TextQuestion>) => {
  let answer: TextAnswer = { pieces: null, tree: null };
  try {
    answer = answerTo(data);
  } catch {
    // The tree is too deep to process; the text is shown plain.
  }
  self.postMessage(answer);
});

import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlight, type Piece } from './highlight.ts';

/** What is asked: a text and its extension. */
export interface TextQuestion {
  readonly text: string;
  readonly language: string;
}
/** Coloured pieces of a source, the tree of a markdown text, or null where it is better shown plain. */
export interface TextAnswer {
  readonly pieces: readonly Piece[] | null;
  readonly tree: MarkdownTree | null;
}

/** Pictures of other servers would tell them who reads what, so there are none. */
const schema = { ...defaultSchema, tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img') };

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema).freeze();
/** Markdown as a cleaned tree of elements: no script, no picture, no address but those of links. */
export type MarkdownTree = ReturnType<typeof markdown.runSync>;

/** More elements, or deeper ones, than this are made to hold the page up. */
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
    // Too deep to be walked: the text is shown as it is.
  }
  self.postMessage(answer);
});

import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlight, type SyntaxToken } from './highlight.ts';

/** The request: a text and its file extension. */
export interface TextRequest {
  readonly text: string;
  readonly language: string;
}
/** Tokens of source code, or a markdown tree; both are null if the text is better shown plain. */
export interface TextResult {
  readonly tokens: readonly SyntaxToken[] | null;
  readonly tree: MarkdownTree | null;
}

/** Images are removed, because loading them would reveal the user's address to other servers. */
const schema = { ...defaultSchema, tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img') };

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema).freeze();
/** Sanitized markdown tree: no scripts, no images, no addresses except links. */
export type MarkdownTree = ReturnType<typeof markdown.runSync>;

/** Limits for content that is made to block the page. */
const MAX_TREE_NODES = 50_000;
const MAX_TREE_DEPTH = 200;
const MAX_TOKENS = 30_000;

const isWithinLimits = (tree: MarkdownTree): boolean => {
  let count = 0;
  let level: readonly MarkdownTree['children'][number][] = tree.children;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > MAX_TREE_DEPTH || count > MAX_TREE_NODES) return false;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return true;
};

const processRequest = ({ text, language }: TextRequest): TextResult => {
  if (language !== 'md') {
    const tokens = highlight(text, language);
    return { tokens: tokens.length > MAX_TOKENS ? null : tokens, tree: null };
  }
  const tree = markdown.runSync(markdown.parse(text));
  return { tokens: null, tree: isWithinLimits(tree) ? tree : null };
};

self.addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  let result: TextResult = { tokens: null, tree: null };
  try {
    result = processRequest(data);
  } catch {
    // The tree is too deep to process; the text is shown plain.
  }
  self.postMessage(result);
});

/** A token of source code and its kind. The concatenated tokens equal the source. */
export interface SyntaxToken {
  readonly text: string;
  readonly kind: 'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'key';
}

const KEYWORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: 'async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield',
    java: 'abstract boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long native new null package private protected public return short static super switch synchronized this throw throws transient true try void volatile while var record',
    py: 'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield',
    lua: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
    sh: 'case do done elif else esac export fi for function if in local return select then until while',
    json: 'false null true',
  }),
);

const COMMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))`,
    java: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))`,
    py: String.raw`#[^\n]*`,
    lua: String.raw`--\[\[[\s\S]*?(?:\]\]|$(?![\s\S]))|--[^\n]*`,
    sh: String.raw`(?<=^|\s)#[^\n]*`,
  }),
);

// Every pattern also matches an unterminated construct, up to the end of the line or text. Otherwise a malicious file
// would cause quadratic backtracking, which takes minutes.
const LINE_STRINGS = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const STRINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: String.raw`${LINE_STRINGS}|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,
    py: String.raw`"""[\s\S]*?(?:"""|$(?![\s\S]))|'''[\s\S]*?(?:'''|$(?![\s\S]))|${LINE_STRINGS}`,
    json: String.raw`"(?:\\.|[^"\\\n])*"?`,
  }),
);

/** Longer sources are shown plain, because highlighting them would block the page. */
export const MAX_HIGHLIGHT_CHARS = 200_000;

/** Whether a language has highlighting. */
export const canHighlight = (language: string): boolean => KEYWORDS.get(language) !== undefined;

/** Splits source code into tokens in a single pass without nesting. No text is lost. */
export const highlight = (source: string, language: string): readonly SyntaxToken[] => {
  const keywordList = KEYWORDS.get(language);
  if (keywordList === undefined || source.length > MAX_HIGHLIGHT_CHARS) return [{ text: source, kind: 'plain' }];
  const keywords = new Set(keywordList.split(' '));
  const comments = COMMENTS.get(language) ?? '(?!)';
  const strings = STRINGS.get(language) ?? LINE_STRINGS;
  const token = new RegExp(
    `(${comments})|(${strings})|(\\b\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b)|([A-Za-z_$][\\w$]*)`,
    'gm',
  );
  const tokens: SyntaxToken[] = [];
  let at = 0;
  const push = (text: string, kind: SyntaxToken['kind']): void => {
    if (text === '') return;
    const last = tokens.at(-1);
    if (last !== undefined && last.kind === kind) tokens[tokens.length - 1] = { text: last.text + text, kind };
    else tokens.push({ text, kind });
  };
  for (const match of source.matchAll(token)) {
    push(source.slice(at, match.index), 'plain');
    at = match.index + match[0].length;
    const [text, comment, string, number] = match;
    if (comment !== undefined) push(text, 'comment');
    else if (string !== undefined)
      push(text, language === 'json' && /^\s*:/.test(source.slice(at, at + 20)) ? 'key' : 'string');
    else if (number !== undefined) push(text, 'number');
    else push(text, keywords.has(text) ? 'keyword' : 'plain');
  }
  push(source.slice(at), 'plain');
  return tokens;
};

// Colours for code blocks, with the scanner of TypeScript. In shell code only comments are coloured.
import ts from 'typescript';

export const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const span = (kind, text) => (kind === '' ? escape(text) : `<span class="${kind}">${escape(text)}</span>`);

const kindOf = (token) => {
  const { SyntaxKind: Kind } = ts;
  if (token === Kind.SingleLineCommentTrivia || token === Kind.MultiLineCommentTrivia) return 'c';
  if (token === Kind.StringLiteral || token === Kind.NoSubstitutionTemplateLiteral) return 's';
  if (token >= Kind.TemplateHead && token <= Kind.TemplateTail) return 's';
  if (token === Kind.NumericLiteral || token === Kind.BigIntLiteral) return 'n';
  return token >= Kind.FirstKeyword && token <= Kind.LastReservedWord ? 'k' : '';
};
/** Contextual keywords. In the examples they are almost always keywords. */
const CONTEXTUAL = new Set(['async', 'await', 'let', 'of', 'type', 'interface', 'readonly', 'satisfies', 'as', 'from']);

const typescript = (code) => {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code);
  let html = '';
  // A brace that closes `${` continues the template.
  const braces = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.TemplateHead) braces.push(0);
    else if (token === ts.SyntaxKind.OpenBraceToken && braces.length > 0) braces[braces.length - 1] += 1;
    else if (token === ts.SyntaxKind.CloseBraceToken && braces.length > 0) {
      if (braces.at(-1) === 0) {
        token = scanner.reScanTemplateToken(false);
        if (token === ts.SyntaxKind.TemplateTail) braces.pop();
      } else braces[braces.length - 1] -= 1;
    }
    const text = scanner.getTokenText();
    html += span(CONTEXTUAL.has(text) ? 'k' : kindOf(token), text);
  }
  return html;
};

const shell = (code) =>
  code
    .split('\n')
    .map((line) => {
      const [, command, comment] = /^(.*?)((?:^|\s)#.*)?$/.exec(line);
      return escape(command) + (comment === undefined ? '' : span('c', comment));
    })
    .join('\n');

/** HTML of a block of code in a language; plain where it is not known. */
export const highlight = (code, language) => {
  if (language === 'ts') return typescript(code);
  return language === 'sh' ? shell(code) : escape(code);
};

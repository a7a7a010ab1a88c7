import { usePromiseValue } from '../../platform/react/use-promise-value.ts';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { extensionOf } from '@boxwood/ui';
import { useState } from 'react';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { useText } from '../../platform/react/use-text.ts';
import styles from './document.module.css';
import { canHighlight, MAX_HIGHLIGHT_CHARS } from './highlight.ts';
import { messages } from './messages.ts';
import { processText } from './read-text.ts';

const Markdown = lazyComponent(
  async () => (await import('./Markdown.tsx')).Markdown,
  () => <WindowSkeleton />,
);

/** Longer markdown is shown as source. */
const MAX_MARKDOWN_CHARS = 1_000_000;
/** Characters per block of a long text. A block ends at a line break if there is one. */
const BLOCK_CHARS = 20_000;

const splitIntoBlocks = (text: string): readonly string[] => {
  const blocks: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.indexOf('\n', at + BLOCK_CHARS);
    const end = line < 0 || line > at + 2 * BLOCK_CHARS ? Math.min(text.length, at + BLOCK_CHARS) : line + 1;
    blocks.push(text.slice(at, end));
    at = end;
  }
  return blocks;
};

interface TextDocumentProps {
  readonly name: string;
  readonly text: string;
}

/** A text viewer: formatted markdown, highlighted source code, or plain text. */
export const TextDocument = ({ name, text, source }: TextDocumentProps & { readonly source: boolean }) => {
  const language = extensionOf(name);
  const formatted = language === 'md' && !source && text.length <= MAX_MARKDOWN_CHARS;
  if (!formatted && (!canHighlight(language) || text.length > MAX_HIGHLIGHT_CHARS))
    return <PlainText name={name} text={text} />;
  // The key ties the worker's result to its text.
  return <ProcessedText key={`${language} ${text}`} name={name} text={text} language={language} />;
};

/** A worker processes the text. Source code is shown plain until it is highlighted. */
const ProcessedText = ({ name, text, language }: TextDocumentProps & { readonly language: string }) => {
  const [resultPromise] = useState(() => processText({ text, language }));
  const t = useText(messages);
  const settled = usePromiseValue(resultPromise);
  if (settled === null) return language === 'md' ? <WindowSkeleton /> : <PlainText name={name} text={text} />;
  const { tokens, tree } = settled.value;
  if (tree !== null) return <Markdown tree={tree} />;
  if (tokens === null) return <PlainText name={name} text={text} />;
  return (
    <pre
      className={styles.text}
      tabIndex={0}
      data-autofocus=""
      aria-label={t('preview', { name })}
      data-language={language}
    >
      {tokens.map(({ text: tokenText, kind }, index) =>
        kind === 'plain' ? (
          tokenText
        ) : (
          // Tokens have no identity except their position.
          <span key={index} className={styles[kind]}>
            {tokenText}
          </span>
        ),
      )}
    </pre>
  );
};

const PlainText = ({ name, text }: TextDocumentProps) => {
  const t = useText(messages);
  return (
    <pre
      className={styles.text}
      tabIndex={0}
      data-autofocus=""
      aria-label={t('preview', { name })}
      data-language={extensionOf(name)}
    >
      {text.length <= BLOCK_CHARS
        ? text
        : splitIntoBlocks(text).map((block, index) => (
            // Blocks have no identity except their position. Blocks outside the view are not laid out.
            <span key={index} className={styles.block}>
              {block}
            </span>
          ))}
    </pre>
  );
};

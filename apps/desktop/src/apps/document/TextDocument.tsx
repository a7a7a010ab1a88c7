import { useSettled } from '../../react/use-settled.ts';
import { part } from '../../app-kit/part.tsx';
import { extensionOf } from '@boxwood/ui';
import { useState } from 'react';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { useText } from '../../react/use-text.ts';
import styles from './document.module.css';
import { canColour, HIGHLIGHT_LIMIT } from './highlight.ts';
import { messages } from './messages.ts';
import { readText } from './read-text.ts';

const Markdown = part(
  async () => (await import('./Markdown.tsx')).Markdown,
  () => <WindowSkeleton />,
);

/** Longer markdown is shown as source. */
const MARKDOWN_LIMIT = 1_000_000;
/** Characters per block of a long text. A block ends at a line break if there is one. */
const BLOCK = 20_000;

const blocksOf = (text: string): readonly string[] => {
  const blocks: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.indexOf('\n', at + BLOCK);
    const end = line < 0 || line > at + 2 * BLOCK ? Math.min(text.length, at + BLOCK) : line + 1;
    blocks.push(text.slice(at, end));
    at = end;
  }
  return blocks;
};

interface TextProps {
  readonly name: string;
  readonly text: string;
}

/** A text viewer: formatted markdown, highlighted source code, or plain text. */
export const TextDocument = ({ name, text, source }: TextProps & { readonly source: boolean }) => {
  const language = extensionOf(name);
  const formatted = language === 'md' && !source && text.length <= MARKDOWN_LIMIT;
  if (!formatted && (!canColour(language) || text.length > HIGHLIGHT_LIMIT)) return <Plain name={name} text={text} />;
  // The key ties the worker's result to its text.
  return <Read key={`${language} ${text}`} name={name} text={text} language={language} />;
};

/** A worker processes the text. Source code is shown plain until it is highlighted. */
const Read = ({ name, text, language }: TextProps & { readonly language: string }) => {
  const [answer] = useState(() => readText({ text, language }));
  const t = useText(messages);
  const settled = useSettled(answer);
  if (settled === null) return language === 'md' ? <WindowSkeleton /> : <Plain name={name} text={text} />;
  const { pieces, tree } = settled.value;
  if (tree !== null) return <Markdown tree={tree} />;
  if (pieces === null) return <Plain name={name} text={text} />;
  return (
    <pre
      className={styles.text}
      tabIndex={0}
      data-autofocus=""
      aria-label={t('preview', { name })}
      data-language={language}
    >
      {pieces.map(({ text: piece, kind }, at) =>
        kind === 'plain' ? (
          piece
        ) : (
          // Tokens have no identity except their position.
          <span key={at} className={styles[kind]}>
            {piece}
          </span>
        ),
      )}
    </pre>
  );
};

const Plain = ({ name, text }: TextProps) => {
  const t = useText(messages);
  return (
    <pre
      className={styles.text}
      tabIndex={0}
      data-autofocus=""
      aria-label={t('preview', { name })}
      data-language={extensionOf(name)}
    >
      {text.length <= BLOCK
        ? text
        : blocksOf(text).map((block, at) => (
            // Blocks have no identity except their position. Blocks outside the view are not laid out.
            <span key={at} className={styles.block}>
              {block}
            </span>
          ))}
    </pre>
  );
};

import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ComponentProps } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import styles from './document.module.css';
import type { MarkdownTree } from './text-worker.ts';

const Link = ({ href, children }: ComponentProps<'a'>) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);

/** Renders a sanitized markdown tree; links open in a new tab. */
export const Markdown = ({ tree }: { readonly tree: MarkdownTree }) => (
  <div className={styles.markdown} tabIndex={0} data-autofocus="" role="document">
    {toJsxRuntime(tree, { Fragment, jsx, jsxs, components: { a: Link } })}
  </div>
);

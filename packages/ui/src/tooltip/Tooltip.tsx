import { cloneElement, useEffect, type ReactElement, type ReactNode } from 'react';
import { startTooltips } from './tooltip-host.ts';
import type { Side } from './tooltip-place.ts';

export interface TooltipAttributes {
  readonly 'data-tip': string | undefined;
  readonly 'data-tip-keys': string | undefined;
  readonly 'data-tip-side': Side | undefined;
}

/** Attributes that give an element a tip. For components that render the element themselves. */
export function useTooltip(content: string | undefined, keys?: string, side?: Side): TooltipAttributes {
  useEffect(() => {
    startTooltips(document);
  }, []);
  return { 'data-tip': content, 'data-tip-keys': keys, 'data-tip-side': side };
}

export interface TooltipProps {
  /** What the tip says. An empty text shows no tip. */
  readonly content: string;
  /** Keyboard shortcut shown after the text, already in words. */
  readonly keys?: string;
  readonly side?: Side;
  /** The element that is described: one DOM element, or a component that passes attributes on to one. */
  readonly children: ReactElement<Partial<TooltipAttributes> & { readonly 'aria-description'?: string }>;
}

/** A short description of a control, on hover and on keyboard focus. Never the only place a name lives. */
export function Tooltip({ content, keys, side, children }: TooltipProps) {
  const attributes = useTooltip(content, keys, side);
  return cloneElement(children, {
    ...attributes,
    'aria-description': children.props['aria-description'] ?? content,
  });
}

/** Starts the tips of a page even where no component of ours is shown yet; renders only its children. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  useTooltip(undefined);
  return children;
}

import { cloneElement, useEffect, type ReactElement, type ReactNode } from 'react';
import { startTooltips } from './tooltip-host.ts';
import type { TooltipSide } from './tooltip-position.ts';

export interface TooltipAttributes {
  readonly 'data-tip': string | undefined;
  readonly 'data-tip-keys': string | undefined;
  readonly 'data-tip-side': TooltipSide | undefined;
}

/** Attributes that give an element a tooltip. For components that render the element themselves. */
export function useTooltip(content: string | undefined, keys?: string, side?: TooltipSide): TooltipAttributes {
  useEffect(() => {
    startTooltips(document);
  }, []);
  return { 'data-tip': content, 'data-tip-keys': keys, 'data-tip-side': side };
}

export interface TooltipProps {
  /** Text of the tooltip. An empty text shows none. */
  readonly content: string;
  /** Keyboard shortcut shown after the text, already formatted. */
  readonly keys?: string;
  readonly side?: TooltipSide;
  /** The described element: one DOM element, or a component that passes attributes on to one. */
  readonly children: ReactElement<Partial<TooltipAttributes> & { readonly 'aria-description'?: string }>;
}

/** A short description of a control, on hover and on keyboard focus. Must not be the only place of a name. */
export function Tooltip({ content, keys, side, children }: TooltipProps) {
  const attributes = useTooltip(content, keys, side);
  return cloneElement(children, {
    ...attributes,
    'aria-description': children.props['aria-description'] ?? content,
  });
}

/** Starts tooltips on a page that renders none of these components yet; renders only its children. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  useTooltip(undefined);
  return children;
}

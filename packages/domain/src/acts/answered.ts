import { joinPath } from '@boxwood/box-sdk';
import { freeName } from '@boxwood/box-sdk/rules';
import { parentOf } from '../files/places.ts';
import type { Act, ActAnswer, ActQuestion } from './acts.ts';
import { meantForAny } from './sights.ts';

/** The action as changed by the user's answer; null when nothing of it remains. */
export const answered = (act: Act, question: ActQuestion, how: ActAnswer): Act | null => {
  const names = new Set(question.why === 'refused' ? [] : question.names);
  const isAsked = (path: string): boolean => names.has(path.slice(parentOf(path).length + 1));
  if (how === 'again') return question.why === 'other' ? meantForAny(act, isAsked) : act;
  switch (act.do) {
    case 'new-folder':
      return how === 'keep-both' ? { ...act, path: beside(act.path, true, names) } : null;
    case 'rename':
      return how === 'keep-both' ? { ...act, to: beside(act.to, false, names) } : null;
    case 'move':
      return how === 'leave' ? without(act, isAsked) : { ...act, conflict: how === 'replace' ? 1 : 2 };
    case 'trash':
      return without(act, isAsked);
    case 'favour':
      return null;
  }
};

/** The action without the paths in question; null when the question is not about single paths or no path remains. */
const without = <A extends { readonly paths: readonly string[] }>(
  act: A,
  isAsked: (path: string) => boolean,
): A | null => {
  const paths = act.paths.filter((path) => !isAsked(path));
  return paths.length === act.paths.length || paths.length === 0 ? null : { ...act, paths };
};

/** A free name in the same folder. */
const beside = (path: string, isFolder: boolean, taken: ReadonlySet<string>): string => {
  const folder = parentOf(path);
  return joinPath(folder, freeName(path.slice(folder.length + 1), isFolder, taken));
};

import { joinPath } from '@boxwood/box-sdk';
import { freeName } from '@boxwood/box-sdk/rules';
import { parentOf } from '../files/file-paths.ts';
import type { UserAction, ActionAnswer, ActionQuestion } from './offline-queue.ts';
import { acceptAnyFile } from './file-fingerprints.ts';

/** The action as changed by the user's answer; null when nothing of it remains. */
export const applyAnswer = (action: UserAction, question: ActionQuestion, how: ActionAnswer): UserAction | null => {
  const names = new Set(question.why === 'refused' ? [] : question.names);
  const isInQuestion = (path: string): boolean => names.has(path.slice(parentOf(path).length + 1));
  if (how === 'again') return question.why === 'other' ? acceptAnyFile(action, isInQuestion) : action;
  switch (action.do) {
    case 'new-folder':
      return how === 'keep-both' ? { ...action, path: withNewName(action.path, true, names) } : null;
    case 'rename':
      return how === 'keep-both' ? { ...action, to: withNewName(action.to, false, names) } : null;
    case 'move':
      return how === 'leave' ? withoutPaths(action, isInQuestion) : { ...action, conflict: how === 'replace' ? 1 : 2 };
    case 'trash':
      return withoutPaths(action, isInQuestion);
    case 'favour':
      return null;
  }
};

/** The action without the paths in question; null when the question is not about single paths or no path remains. */
const withoutPaths = <A extends { readonly paths: readonly string[] }>(
  action: A,
  isInQuestion: (path: string) => boolean,
): A | null => {
  const paths = action.paths.filter((path) => !isInQuestion(path));
  return paths.length === action.paths.length || paths.length === 0 ? null : { ...action, paths };
};

/** A free name in the same folder. */
const withNewName = (path: string, isFolder: boolean, occupied: ReadonlySet<string>): string => {
  const folder = parentOf(path);
  return joinPath(folder, freeName(path.slice(folder.length + 1), isFolder, occupied));
};

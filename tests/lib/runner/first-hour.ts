/** `docs/first-hour.md` in executable form: its programs, and the commands with their output. */
import { readFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/first-hour.md', import.meta.url);

/** A command line, and the output that the page states; `…` stands for anything within a line. */
export interface TypedCommand {
  readonly line: string;
  readonly says: string;
}

export interface FirstHour {
  /** The programs, by the name in their first line. */
  readonly programs: ReadonlyMap<string, string>;
  /** The compiler settings. */
  readonly tsconfig: string;
  /** The tarballs that the `sh` block of the page installs from the release, by file name. */
  readonly tarballs: readonly string[];
  readonly typed: readonly TypedCommand[];
}

const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);

const typedIn = (block: string): readonly TypedCommand[] =>
  block
    .split(/^\$ /m)
    .filter((part) => part !== '')
    .map((part) => {
      const [line = '', ...says] = part.split('\n');
      return { line, says: says.join('\n').trimEnd() };
    });

/** Reads the page. */
export const firstHour = (): FirstHour => {
  const text = readFileSync(PAGE, 'utf8');
  return {
    programs: new Map(
      blocks(text, 'ts').map((block) => [/^\/\/ ([\w-]+\.ts)$/m.exec(block)?.[1] ?? 'a program without a name', block]),
    ),
    tsconfig: blocks(text, 'json')[0] ?? '',
    tarballs: [...text.matchAll(/\.cache\/release\/([\w.-]+\.tgz)/g)].map(([, name = '']) => name),
    typed: blocks(text, 'text').flatMap(typedIn),
  };
};

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern for the output that the page states. */
export const expectedOutputPattern = ({ says }: TypedCommand): RegExp =>
  new RegExp(`^${says.split('…').map(literally).join('[^\\n]*')}$`);

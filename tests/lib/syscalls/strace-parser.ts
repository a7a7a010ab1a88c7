/** Parses the output of `strace -f -y` into calls. */

/**
 * A call that succeeded. `from` and `to` are the lines at which it began and ended; line numbers are the time unit of
 * this module.
 */
export interface Syscall {
  /** The process; its threads count as one. */
  readonly process: number;
  readonly name: string;
  readonly args: readonly SyscallArg[];
  readonly result: SyscallArg;
  readonly from: number;
  readonly to: number;
}

/** One argument: the printed text, and its parsed parts. */
export interface SyscallArg {
  readonly raw: string;
  /** The characters of a text argument; `cut` when strace did not print all. */
  readonly text: string | null;
  /** The number of a descriptor argument, and its path at the time of the call. */
  readonly fd: number | null;
  readonly leads: string | null;
}

/** The strace options that this module needs, without the calls. */
export const STRACE_OPTIONS = ['-f', '--seccomp-bpf', '-y', '-s', '12'] as const;

const OCTAL = /\\([0-7]{1,3}|.)/g;
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f' };

/** Decodes the escapes of strace; file names are UTF-8. */
const unescaped = (text: string): string => {
  if (!text.includes('\\')) return text;
  const binary = text.replace(OCTAL, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (LETTERS[code] ?? code),
  );
  return Buffer.from(binary, 'latin1').toString('utf8');
};

const argOf = (raw: string): SyscallArg => {
  const text = /^"((?:[^"\\]|\\.)*)"/s.exec(raw)?.[1];
  const fd = /^(-?\d+|AT_FDCWD)<(.*)>(\(deleted\))?$/s.exec(raw);
  const number = fd?.[1] === undefined ? Number.NaN : Number(fd[1]);
  return {
    raw,
    text: text === undefined ? null : unescaped(text),
    fd: Number.isNaN(number) ? null : number,
    leads: fd?.[2] === undefined ? null : unescaped(fd[2]),
  };
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** The arguments of a call. Commas inside texts, brackets and paths do not separate. */
const argsOf = (text: string): SyscallArg[] => {
  const parts: string[] = [];
  const open: string[] = [];
  let begin = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === open.at(-1)) open.pop();
    // `=>` and `<<` are not brackets; a descriptor's path begins right after its number.
    else if (letter === '<' ? /[\dD]/.test(text.charAt(at - 1)) : letter in CLOSING) open.push(CLOSING[letter] ?? '');
    else if (letter === ',' && open.length === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  parts.push(text.slice(begin));
  return parts.map((part) => argOf(part.trim()));
};

const LINE_PATTERN = /^(\d+)\s+(.*)$/s;
const CALL_PATTERN = /^(\w+)\((.*)\)\s+= (.+)$/s;
const BEGUN = /^(\w+)\((.*?),?\s*<unfinished \.\.\.>$/s;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s;

/** The process of each thread, and the parent of each process. */
const processTreeOf = (calls: readonly { readonly thread: number; readonly name: string; readonly line: string }[]) => {
  const process = new Map<number, number>();
  const parent = new Map<number, number>();
  for (const { thread, name, line } of calls) {
    if (!/^(clone|clone3|fork|vfork)$/.test(name)) continue;
    const child = Number(/= (\d+)\s*$/.exec(line)?.[1]);
    if (Number.isNaN(child)) continue;
    if (line.includes('CLONE_THREAD')) process.set(child, thread);
    else parent.set(child, thread);
  }
  const of = (thread: number): number => {
    const known = process.get(thread);
    return known === undefined ? thread : of(known);
  };
  return { processOf: of, parentOf: (child: number) => parent.get(child) };
};

export interface SyscallTrace {
  /** In the order in which they ended. */
  readonly calls: readonly Syscall[];
  /** The process that a process was forked from. */
  readonly parentOf: (process: number) => number | undefined;
}

/** Parses a trace. Calls that failed or never ended are left out: they changed nothing, or their effect is unknown. */
export const parseTrace = (text: string): SyscallTrace => {
  const begun = new Map<number, { readonly head: string; readonly from: number }>();
  const whole: { thread: number; name: string; line: string; from: number; to: number }[] = [];
  for (const [at, row] of text.split('\n').entries()) {
    const found = LINE_PATTERN.exec(row);
    const thread = Number(found?.[1]);
    const rest = found?.[2] ?? '';
    const half = BEGUN.exec(rest);
    if (half !== null) {
      begun.set(thread, { head: rest.slice(0, rest.lastIndexOf('<unfinished')), from: at });
      continue;
    }
    const resumed = RESUMED.exec(rest);
    const before = resumed === null ? undefined : begun.get(thread);
    const line = before === undefined ? rest : `${before.head}${resumed?.[2] ?? ''}`;
    if (before !== undefined) begun.delete(thread);
    const name = CALL_PATTERN.exec(line)?.[1];
    if (name !== undefined) whole.push({ thread, name, line, from: before?.from ?? at, to: at });
  }
  const { processOf, parentOf } = processTreeOf(whole);
  const calls = whole.flatMap(({ thread, name, line, from, to }): Syscall[] => {
    const [, , args = '', result = ''] = CALL_PATTERN.exec(line) ?? [];
    if (result.startsWith('-1') || result.startsWith('?')) return [];
    return [{ process: processOf(thread), name, args: argsOf(args), result: argOf(result), from, to }];
  });
  const origin = (child: number): number | undefined => {
    const from = parentOf(child);
    return from === undefined ? undefined : processOf(from);
  };
  return { calls, parentOf: origin };
};

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';

/** A port without a listener. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/**
 * A zsh in a pseudo terminal, in which each argument is typed, followed by Tab; it prints the resulting line between <
 * and >.
 */
const ZSH = String.raw`zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "unset zle_bracketed_paste; PS1=; autoload -Uz compinit; compinit -u -D; source <(boxwood completion zsh)"
zpty -w z 'show() { zle complete-word; print -r -- "<$BUFFER>"; BUFFER=; zle accept-line }'
zpty -w z 'zle -N show; bindkey "^T" show; print REA''DY'
zpty -r -m z out '*READY*'
for typed; do
  zpty -w -n z "$typed"$'\x14'
  zpty -r -m z out '*<*>*'
  print -r -- "$out"
done`;
/** A fish that prints its completions for each argument, in its own order, on one line. */
const FISH = `boxwood completion fish | source
for typed in $argv
  complete -C $typed | string join '|'
end
true`;

/**
 * The output and input of an interactive user: their language, completions from the box, and a preview of what would be
 * done.
 */
describe('boxwood in the hands of a person', () => {
  let box: BoxProcess;
  let cli: Cli;
  let local: string;
  const home = (...path: string[]) => join(box.usb1, OWNER, ...path);
  const at = (...path: string[]) => `/mnt/usb1/${[OWNER, ...path].join('/')}`;
  const write = (path: string, content: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
  };
  const said = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const ran = await cli.run(args, env, { cwd: local });
    expect(ran.err).toBe('');
    expect(ran.code).toBe(0);
    return ran.out;
  };
  const lines = async (args: readonly string[]) => (await said(args)).trimEnd().split('\n').toSorted();

  beforeAll(async () => {
    box = await startBoxProcess();
    cli = createCli();
    local = mkdtempSync(join(tmpdir(), 'boxwood-speaks-'));
    await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
    for (const name of ['Plans/one two.txt', 'Plans/old/a.txt', 'Plants/b.txt', '计划/c.txt', 'Plain.txt', '.plan'])
      write(home(name), name);
    write(join(local, 'here', 'Plan-here.txt'), 'x');
    write(join(local, 'bin', 'boxwood'), `#!/bin/sh\nexec "${process.execPath}" "${cli.program}" "$@"\n`);
    chmodSync(join(local, 'bin', 'boxwood'), 0o755);
  });
  afterAll(async () => {
    cli.remove();
    rmSync(local, { recursive: true, force: true });
    await box.remove();
  });

  it('speaks Chinese in a Chinese terminal: help, results, the box’s own refusals, the network, and its parser', async () => {
    const chinese = { LC_ALL: 'zh_CN.UTF-8' };
    expect(await said(['--help'], chinese)).toContain('撤销您对文件的最后一次改动');
    expect(await said(['help', 'put'], chinese)).toContain('断点续传');
    expect(await said(['mkdir', '计划/新'], chinese)).toBe(`已新建 ${at('计划/新')}\n`);
    // The path that the box refuses.
    expect((await cli.run(['put', cli.program, '--to', '/mnt'])).err).toBe('boxwood: /mnt: No privilege\n');
    expect((await cli.run(['mkdir', 'fine', '/mnt/x'])).err).toBe('boxwood: /mnt/x: No privilege\n');
    expect((await cli.run(['ls', 'nowhere'], chinese)).err).toBe(`boxwood: ${at('nowhere')}：没有这个文件或文件夹\n`);
    const taken = (await cli.run(['mv', 'Plain.txt', 'Plants/b.txt'], chinese)).err;
    expect(taken.replace(at('Plants/b.txt'), '')).toMatch(/^boxwood: : \p{Script=Han}+\n$/u);
    const nobody = await closedPort();
    const away = {
      ...chinese,
      BOXWOOD_URL: `http://127.0.0.1:${nobody}`,
      BOXWOOD_USER: OWNER,
      BOXWOOD_TOKEN: 'x'.repeat(32),
    };
    expect((await cli.run(['ls'], away)).err).toBe(
      `boxwood: http://127.0.0.1:${nobody}: 没有回应；请检查盒子是否已开机、端口是否正确\n`,
    );
    expect((await cli.run(['ls', '--lnog'], chinese)).err).toContain('没有选项“--lnog”');
    // The explicit option overrides the language of the terminal.
    expect(await said(['--lang', 'en', 'mkdir', 'Plans/en'], chinese)).toBe(`created ${at('Plans/en')}\n`);
    expect(await said(['--lang', 'zh', 'status'])).toContain('处理器');
  });

  /** Runs a shell: `boxwood` is on its path, and local files lie in its working directory. */
  const shell = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
    execFileSync(file, args, {
      env: {
        PATH: `${join(local, 'bin')}:/usr/bin:/bin`,
        HOME: local,
        TERM: 'xterm',
        BOXWOOD_CLI_DIR: cli.config,
        LC_ALL: 'C.UTF-8',
        ...env,
      },
      cwd: join(local, 'here'),
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('completes what is on the box at the cursor, in a real bash, and is silent where nothing can be said', () => {
    const at_ = (typed: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const words = ['boxwood', ...typed].map((word) => `'${word}'`).join(' ');
      const script = `source <(boxwood completion bash); COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _boxwood; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const out = shell('bash', ['--norc', '-c', script], more);
      return out.split('\n').filter((line) => line !== '');
    };
    expect(at_(['und'])).toEqual(['undo']);
    expect(at_(['ls', 'Pla'])).toEqual(['Plans/', 'Plants/', 'Plain.txt']);
    expect(at_(['cat', 'Plans/o'])).toEqual(['Plans/old/', 'Plans/one two.txt']);
    expect(at_(['ls', '计'])).toEqual(['计划/']);
    expect(at_(['ls', '.p'])).toEqual(['.plan']);
    expect(at_(['ls', at('Plan')])).toEqual([at('Plans/'), at('Plants/')]);
    expect(at_(['put', 'x.txt', '--to', 'Plans/ol'])).toEqual(['Plans/old/']);
    expect(at_(['sync', '.', 'box:Plant'])).toEqual(['box:Plants/']);
    expect(at_(['trash', 're'])).toEqual(['restore']);
    expect(at_(['put', '--dry'])).toEqual(['--dry-run']);
    // The shell completes local files, and nothing is printed for an unreachable box or an invalid session.
    expect(at_(['put', 'x'])).toEqual([]);
    expect(at_(['get', 'Plain.txt', 'x'])).toEqual([]);
    expect(at_(['ls', 'nowhere/x'])).toEqual([]);
    const away = { BOXWOOD_URL: 'http://127.0.0.1:9', BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: 'x'.repeat(32) };
    expect(at_(['ls', 'Pla'], away)).toEqual([]);
    expect(at_(['ls', 'Pla'], { BOXWOOD_CLI_DIR: join(local, 'nobody') })).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/zsh'))('completes in a real zsh: the line after Tab, quoted as it has to be', () => {
    const typed = {
      'boxwood und': 'boxwood undo ',
      [String.raw`boxwood ls Plans/one\ t`]: String.raw`boxwood ls Plans/one\ two.txt `,
      "boxwood ls 'Plans/one t": "boxwood ls 'Plans/one two.txt' ",
      'boxwood ls 计': 'boxwood ls 计划/',
      'boxwood put x --to Plans/ol': 'boxwood put x --to Plans/old/',
      'boxwood sync . box:Plant': 'boxwood sync . box:Plants/',
      'boxwood put --dry': 'boxwood put --dry-run ',
      'boxwood put Plan-h': 'boxwood put Plan-here.txt ',
    };
    const shown = shell('/usr/bin/zsh', ['-f', '-c', ZSH, 'zsh', ...Object.keys(typed)]);
    expect([...shown.matchAll(/<(.*)>/g)].map(([, line]) => line)).toEqual(Object.values(typed));
  });

  it.runIf(existsSync('/usr/bin/fish'))(
    'completes in a real fish, with no file of this computer among those of the box',
    () => {
      const typed = {
        'boxwood und': ['undo'],
        'boxwood ls Pla': ['Plain.txt', 'Plans/', 'Plants/'],
        [String.raw`boxwood ls Plans/one\ t`]: ['Plans/one two.txt'],
        "boxwood ls 'Plans/one t": ['Plans/one two.txt'],
        'boxwood put x --to Plans/ol': ['Plans/old/'],
        'boxwood sync . box:Plant': ['box:Plants/'],
        'boxwood trash re': ['restore'],
        'boxwood put --dry': ['--dry-run'],
        'boxwood put Plan-h': ['Plan-here.txt'],
      };
      const lines = shell('/usr/bin/fish', ['--no-config', '-c', FISH, ...Object.keys(typed)]).split('\n');
      expect(lines.slice(0, -1).map((line) => line.split('|').toSorted())).toEqual(Object.values(typed));
    },
  );

  it('every changing verb has --dry-run: it says what would be done, and nothing is', async () => {
    const dry = (...args: readonly string[]) => lines([...args, '--dry-run']);
    write(join(local, 'up', 'new.txt'), 'new');
    write(join(local, 'up', 'deep', 'old.txt'), 'old');
    write(home('up', 'deep', 'old.txt'), 'old');
    expect(await dry('put', 'up')).toEqual([
      `already exists: up/deep/old.txt -> ${at('up/deep/old.txt')}`,
      `would upload up/new.txt -> ${at('up/new.txt')}`,
    ]);
    expect(await dry('put', 'up/new.txt', '--to', 'nowhere')).toEqual([
      `would upload up/new.txt -> ${at('nowhere/new.txt')}`,
    ]);
    write(join(local, 'Plants', 'b.txt'), 'Plants/b.txt');
    expect(await dry('get', 'Plants')).toEqual([`already exists: ${at('Plants/b.txt')} -> Plants/b.txt`]);
    expect(await dry('get', 'Plans', 'down')).toEqual([
      `would download ${at('Plans/old/a.txt')} -> down/Plans/old/a.txt`,
      `would download ${at('Plans/one two.txt')} -> down/Plans/one two.txt`,
    ]);
    expect(existsSync(join(local, 'down'))).toBe(false);
    expect(await dry('share', 'Plans')).toEqual([`would share ${at('Plans')} -> a link for 3 days`]);
    expect(await dry('share', 'Plans', '--with', MEMBER)).toEqual([`would share ${at('Plans')} -> ${MEMBER}`]);
    expect(await said(['shares'])).toBe('');
    expect(await dry('tokens', 'add', 'nightly', 'Plans')).toEqual([
      `would create a token for read ${at('Plans')} -> nightly`,
    ]);
    expect(await said(['tokens'])).toBe('');
    expect(await dry('fetch', 'http://example.org/a')).toEqual([
      `would fetch http://example.org/a -> ${at('Download')}`,
    ]);
    expect((await cli.run(['cp', 'Plants', 'Plans'])).code).toBe(0);
    const [task = '', command = ''] = (await said(['tasks'])).split(/ +/);
    expect((await dry('tasks', '--remove', task))[0]).toMatch(new RegExp(`^would remove ${command} .*Plants`));
    expect(await said(['tasks'])).toContain(task);
    expect((await cli.run(['tasks', '--pause', 'none', '--dry-run'])).code).toBe(4);
    expect(await dry('safe', 'unlock')).toEqual(['would open /mnt/safebox']);
    expect(await dry('safe', 'lock')).toEqual(['would lock /mnt/safebox']);
    expect(await dry('network', 'restart')).toEqual(['would restart network']);
    expect((await cli.run(['network', 'stop'])).code).toBe(2);
    await said(['tokens', 'add', 'nightly', 'Plans']);
    const [id = ''] = (await said(['tokens'])).split(' ');
    expect(await dry('tokens', 'revoke', id)).toEqual(['would end nightly']);
    expect((await cli.run(['tokens', 'revoke', 'none', '--dry-run'])).code).toBe(4);
    expect(await said(['tokens'])).toContain('nightly');
    await said(['mkdir', 'Plans/last']);
    expect(await dry('undo')).toEqual([`would undo new-folder ${at('Plans/last')}`]);
    expect(readdirSync(home('Plans'))).toContain('last');
    await said(['undo']);
    expect(await dry('redo')).toEqual([`would redo new-folder ${at('Plans/last')}`]);
    expect(readdirSync(home('Plans'))).not.toContain('last');
    await said(['trash', 'Plain.txt']);
    expect(await dry('trash', 'restore', 'Plain.txt')).toEqual([`would restore ${at('Plain.txt')}`]);
    expect(readdirSync(home())).not.toContain('Plain.txt');
  });

  it('an administrator sees who is on the box, invites, and takes somebody off; a member may not', async () => {
    const asked = { BOXWOOD_PASSWORD: PASSWORD };
    const before = (await said(['users'], asked)).trimEnd().split('\n');
    expect(before.find((line) => line.startsWith(OWNER))).toMatch(/owner/);
    expect(before.some((line) => line.startsWith(MEMBER))).toBe(true);
    expect((await said(['users', 'invite'], asked)).trim()).toMatch(/^\S{4,32}$/);
    expect((await cli.run(['users', 'remove', MEMBER], asked)).code).toBe(2);
    expect(await said(['users', 'remove', MEMBER, '--dry-run'], asked)).toMatch(
      new RegExp(`^would remove ${MEMBER} -> `),
    );
    expect((await cli.run(['users', 'remove', 'nobody-here', '--force'], asked)).code).toBe(4);

    const member = createCli();
    try {
      await member.run(['login', box.origin, '-u', MEMBER], asked);
      const refused = await member.run(['users', 'remove', OWNER, '--force'], asked);
      expect(refused.code).toBe(4);
      expect((await member.run(['users', 'invite'], asked)).code).toBe(4);
    } finally {
      member.remove();
    }

    expect(await said(['users', 'remove', MEMBER, '--force'], asked)).toBe(`${MEMBER} was removed from the box\n`);
    expect(await said(['users'], asked)).not.toContain(MEMBER);
    expect((await cli.run(['users'], { BOXWOOD_PASSWORD: 'wrong' })).code).toBe(4);
  });
});

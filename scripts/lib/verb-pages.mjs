// A page of every verb of the command line, in English and in Chinese, and boxwood(1): all written from what the program says of itself.
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { root } from '../tools.mjs';

const WORDS = {
  en: {
    title: '# Every verb of boxwood',
    about:
      'What `boxwood help VERB` says, on one page ([中文](verbs.zh-CN.md)); how they go together is told in [the command line](../cli.md). Everywhere: `--json`, `--quiet`, `--profile`, `--lang`.',
    written: 'Written by `npm run docs` from the program; a test fails when it is not up to date. Do not edit.',
    head: ['argument or option', 'what it is'],
    otherwise: (value) => ` (${value} without it)`,
  },
  'zh-CN': {
    title: '# boxwood 的每个命令',
    about:
      '`boxwood help 命令` 的内容，都在这一页（[English](verbs.md)）；怎样配合使用见[命令行](../cli.zh-CN.md)。所有命令都有：`--json`、`--quiet`、`--profile`、`--lang`。',
    written: '由 `npm run docs` 从程序生成；没有更新时测试会失败。请不要手工修改。',
    head: ['参数或选项', '含义'],
    otherwise: (value) => `（默认：${value}）`,
  },
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '&lt;');

/** A verb and those below it, with their full names. */
const verbsOf = (command, before = '') =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => {
      const name = `${before}${each.name()}`;
      return [{ name, command: each }, ...verbsOf(each, `${name} `)];
    });

/** What stands on the line after the verb: `put [options] <source...>`. */
const usageOf = (name, command) => `boxwood ${name} ${command.usage()}`.trim();

const argumentOf = (argument) => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

/** Arguments and options as pairs of form and meaning. */
const rowsOf = (command, otherwise) => {
  const meaning = ({ description, defaultValue }) =>
    `${description}${typeof defaultValue === 'string' ? otherwise(defaultValue) : ''}`;
  return [
    ...command.registeredArguments.map((argument) => [argumentOf(argument), meaning(argument)]),
    ...command.options.filter(({ hidden }) => !hidden).map((option) => [option.flags, meaning(option)]),
  ];
};

/** The page of all verbs in a language. */
export const verbsPage = (program, language) => {
  const words = WORDS[language];
  const parts = verbsOf(program).flatMap(({ name, command }) => {
    const rows = rowsOf(command, words.otherwise);
    return [
      `${name.includes(' ') ? '###' : '##'} ${name}`,
      `${capital(command.description())}${language === 'en' ? '.' : '。'}`,
      `\`\`\`text\n${usageOf(name, command)}\n\`\`\``,
      ...(rows.length === 0
        ? []
        : [
            [
              words.head,
              ['---', '---'],
              ...rows.map(([form, text]) => [`\`${form.replaceAll('|', '\\|')}\``, cell(text)]),
            ]
              .map((row) => `| ${row.join(' | ')} |`)
              .join('\n'),
          ]),
    ];
  });
  return [words.title, words.written, words.about, ...parts].join('\n\n');
};

/** The rows of the table of docs/cli.md whose first column is so called. */
const tableOf = (name) => {
  const lines = readFileSync(join(root, 'docs/cli.md'), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${name} |`)) + 2;
  const rows = [];
  for (let at = from; lines[at]?.startsWith('|'); at += 1)
    rows.push(
      lines[at]
        .split('|')
        .slice(1, 3)
        .map((text) =>
          text
            .replaceAll('`', '')
            .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
            .trim(),
        ),
    );
  return rows;
};

const roff = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
const entry = ([form, text]) => `.TP\n.B ${roff(form)}\n${roff(text)}`;

/** boxwood(1), as `man` reads it. */
export const manPage = (program, version) =>
  [
    `.TH BOXWOOD 1 "" "Boxwood ${version}" "User Commands"`,
    '.SH NAME',
    'boxwood \\- files, shares and tasks of your Boxwood box',
    '.SH SYNOPSIS',
    '.B boxwood\n[\\fIoptions\\fR] \\fIverb\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    roff(
      'Works with a box from a terminal: copies folders in both directions, finds, shares, undoes, and makes tokens for scripts. A path on the box begins at your own folder, or at the root with a slash; * and ? stand for names there as well, in quotes. Sign in first: boxwood login http://BOX:6900.',
    ),
    '.SH OPTIONS',
    ...rowsOf(program, WORDS.en.otherwise).map(entry),
    '.SH VERBS',
    ...verbsOf(program).flatMap(({ name, command }) => [
      `.SS ${roff(usageOf(name, command))}`,
      roff(`${capital(command.description())}.`),
      ...rowsOf(command, WORDS.en.otherwise).map(entry),
    ]),
    '.SH EXIT STATUS',
    ...tableOf('exit code').map(entry),
    '.SH ENVIRONMENT',
    ...tableOf('variable').map(entry),
    '.TP\n.B LC_ALL, LC_MESSAGES, LANG\nthe language: English, or Chinese for zh',
  ].join('\n');

// Removes requirement numbers (G-12, FILES-39, B01) from published comments. They help contributors of this repository, but users of the SDKs do not
// have the list of requirements.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One requirement number of the specification or its additions. */
const ID = String.raw`(?<![\w-])(?!UTF-|SHA-|AES-|ISO-)(?:[A-Z]{1,12}-[A-Z]?\d{1,3}|[ABX]\d{2,3})(?![\w-])`;
/** A space, or the break between two lines of a comment. */
const SPACE = String.raw`\s+(?:\* )?`;
/** Several of them: `G-12`, `UPLOAD-23 to UPLOAD-25, G-20`, `B05 and B112`. */
const IDS = String.raw`${ID}(?:(?:,${SPACE}|${SPACE}to${SPACE}|${SPACE}and${SPACE}|,?${SPACE}or${SPACE}|/)${ID})*`;

const RULES = [
  // (FILES-39, SDK-E10)
  [new RegExp(String.raw`\s*(?:\* )?\((?:see |rules )?${IDS}\)`, 'g'), ''],
  // (X120, not in the product specification), (SHARE-15: 11)
  [new RegExp(String.raw`\(${IDS}[,;:] `, 'g'), '('],
  // (ours, beside the 1 of G-02); (A10, multipart)
  [new RegExp(String.raw`,? (?:of|in|by|as|after|for) ${IDS}(?=[).,;:]|$)`, 'gm'), ''],
  [new RegExp(String.raw`, ${IDS}(?=\))`, 'g'), ''],
  [new RegExp(String.raw`,? (?:of|under the ids) ${IDS}`, 'g'), ''],
  // A comment with only numbers, or with a range of them
  [new RegExp(String.raw`/\*\* ${IDS}\. \*/`, 'g'), ''],
  [new RegExp(String.raw`${IDS} together`, 'g'), 'All of it together'],
  [new RegExp(String.raw`(/\*\* |\* )${IDS}\. `, 'g'), '$1'],
  // CONST-01 to CONST-05: bytes as the product counts them
  [
    new RegExp(String.raw`(^|/\*\* |\* |[.:;] )${IDS}: (\S)`, 'gm'),
    (_, before, first) => before + (/[;:] $/.test(before) ? first : first.toUpperCase()),
  ],
];

const clean = (comment) => RULES.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), comment);

const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/ .*$/gm;

/** A source without requirement numbers in its comments. */
export const publicWords = (source) => source.replaceAll(COMMENT, clean);

/** Does the same for all built files of a folder. */
export const speakPublicly = (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (/\.(?:js|ts)$/.test(name)) writeFileSync(file, publicWords(readFileSync(file, 'utf8')));
    if (!name.endsWith('.js.map')) continue;
    const map = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...map, sourcesContent: (map.sourcesContent ?? []).map(publicWords) }));
  }
};

/** Comment lines of a source that still contain requirement numbers. */
export const numberedLines = (source) =>
  (source.match(COMMENT) ?? []).flatMap((comment) => comment.split('\n').filter((line) => new RegExp(ID).test(line)));

/** TypeDoc: the same for the reference. */
export const load = (app) => {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const { comment } of Object.values(project.reflections))
      for (const part of [...(comment?.summary ?? []), ...(comment?.blockTags.flatMap(({ content }) => content) ?? [])])
        if (part.kind === 'text') part.text = clean(part.text);
  });
};

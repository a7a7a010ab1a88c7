import { createHash } from 'node:crypto';
import { formatSize, formatTime } from '@boxwood/box-sdk/rules';
import type { Language, Say } from './words.ts';
import { sayIn } from './words.ts';

/** Text that is safe inside of an element and inside of a quoted attribute. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Signs that turn the direction of reading: "photo\u202Egpj.exe" would be read as "photoexe.jpg". */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(DIRECTIONS, '\uFFFD')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

type Part = string | number | Markup | readonly Markup[];
const partText = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escape(String(part));
};

const NOTHING = new Markup('');

/** Markup out of a template: whatever is put in is text, unless it is markup already. */
const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(
    pieces.reduce((text, piece, index) => {
      const part = parts[index];
      return `${text}${piece}${part === undefined ? '' : partText(part)}`;
    }, ''),
  );

const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#e9ece5,#101411);--surface:light-dark(#fff,#1a1f1c);--sunken:light-dark(#f4f6f1,#141815);--border:light-dark(#dfe4db,#333b35);--strong:light-dark(#848f85,#748077);--text:light-dark(#1a201b,#e9eee9);--muted:light-dark(#536055,#a8b3aa);--accent:light-dark(#2f6f3c,#84c98d);--link:light-dark(#2a6536,#93d29b);--on:light-dark(#fff,#0d1a10);--danger:light-dark(#b3261e,#ff9a90);--focus:light-dark(#1d6fd8,#8ec0ff)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif}
main{max-width:760px;margin:0 auto;padding:48px 16px}
header{display:flex;align-items:center;gap:12px;margin-bottom:20px}
h1{font-size:22px;line-height:1.3;margin:0;font-weight:600}
header p{margin:0;color:var(--muted);font-size:13px}
.card{background:var(--surface);border:1px solid var(--border);border-radius:16px;overflow:hidden}
.pad{padding:24px}
.pad>:first-child{margin-top:0}.pad>:last-child{margin-bottom:0}
label{display:block;font-weight:600;margin:16px 0 6px}
.row{display:flex;gap:12px;flex-wrap:wrap}
input{font:inherit;font-size:22px;letter-spacing:.4em;width:8em;padding:6px 12px;color:inherit;background:var(--sunken);border:1px solid var(--strong);border-radius:8px}
button,.button{font:inherit;font-weight:600;padding:8px 20px;border:0;border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer;text-decoration:none;display:inline-block}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.bad{color:var(--danger);font-weight:600}
nav{padding:12px 16px;border-bottom:1px solid var(--border);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
li{display:flex;align-items:center;gap:12px;padding:12px 16px;border-top:1px solid var(--border)}
li:first-child{border-top:0}
.what{flex:1;min-width:0}
.name{overflow-wrap:anywhere;font-weight:600}
.facts{color:var(--muted);font-size:13px}
li .button{padding:5px 14px;flex:none}
.more{padding:12px 16px;border-top:1px solid var(--border)}
@media (max-width:480px){main{padding-top:24px}li{flex-wrap:wrap}}`;

/** Nothing runs here and nothing is loaded: one style sheet by its digest, and the form talks to the box alone. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SHEET = new Markup(`<style>${STYLE}</style>`);

/** The mark of `apps/desktop/public/boxwood.svg`: a page that loads nothing carries it along. */
const MARK =
  '<defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4f9a5d"/><stop offset="1" stop-color="#2a6536"/></linearGradient><linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e6f3e3"/><stop offset="1" stop-color="#b5d9b4"/></linearGradient></defs><rect width="64" height="64" rx="15" fill="url(#a)"/><path d="M32 11 51 21.5v21L32 53 13 42.500v-21z" fill="url(#b)" opacity=".22"/><path d="M32 33.500 14.500 23.800v17.800L32 51.300z" fill="#fff" opacity=".55"/><path d="M32 33.500 49.500 23.800v17.800L32 51.300z" fill="#fff" opacity=".32"/><path d="M32 13.200c8.400 1.300 13 5.200 17.500 10.600C43.300 30.800 38 33 32 33.500c-6-.5-11.300-2.700-17.500-9.700C19 18.400 23.600 14.500 32 13.200z" fill="#fff"/><path d="M32 13.200v20.300M32 27.500l7.500-5.300M32 27.500l-7.500-5.300M32 21.600l4.600-3.400M32 21.600l-4.600-3.400" fill="none" stroke="#3a8048" stroke-width="1.800" stroke-linecap="round"/>';
const LOGO = new Markup(`<svg width="40" height="40" viewBox="0 0 64 64" aria-hidden="true">${MARK}</svg>`);

/** A finished page; the language is also an attribute of it. */
const page = (language: Language, say: Say, note: string, content: Markup): string =>
  markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${say('title')} - Boxwood</title>${SHEET}</head>
<body><main><header>${LOGO}<div><h1>${say('title')}</h1>${note === '' ? NOTHING : markup`<p>${note}</p>`}</div></header>
<div class="card">${content}</div></main></body>
</html>
`.text;

/** One line of a listing: `open` leads into a folder, `save` to the bytes. */
export interface Line {
  readonly name: string;
  readonly folder: boolean;
  readonly size: number;
  readonly mtime: number;
  readonly address: string;
}

export interface Crumb {
  readonly name: string;
  /** Null where the visitor is. */
  readonly address: string | null;
}

export interface ListingPage {
  readonly ends: number;
  readonly trail: readonly Crumb[];
  readonly lines: readonly Line[];
  /** The address of the next page. */
  readonly next: string | null;
}

/** The pages of a share, in one language. */
export const pagesIn = (language: Language) => {
  const say = sayIn(language);
  const line = ({ name, folder, size, mtime, address }: Line): Markup => {
    const facts = [folder ? say('folder') : formatSize(size), ...(mtime > 0 ? [formatTime(mtime)] : [])].join(' · ');
    const label = say('downloadOf', { name });
    const title = folder ? markup`<a href="${address}"><bdi>${name}</bdi></a>` : markup`<bdi>${name}</bdi>`;
    const save = markup`<a class="button" href="${address}" download aria-label="${label}">${say('download')}</a>`;
    return markup`<li><div class="what"><div class="name">${title}</div><div class="facts">${facts}</div></div>${folder ? NOTHING : save}</li>`;
  };
  const crumb = ({ name, address }: Crumb, index: number): Markup => {
    const here = markup`<b aria-current="page"><bdi>${name}</bdi></b>`;
    return markup`${index === 0 ? '' : ' / '}${address === null ? here : markup`<a href="${address}"><bdi>${name}</bdi></a>`}`;
  };
  return {
    say,
    /** The field for the code; `problem` says what was wrong with the last one. */
    ask: (address: string, problem: string): string => {
      const alert = problem === '' ? NOTHING : markup`<p class="bad" role="alert">${problem}</p>`;
      return page(
        language,
        say,
        '',
        markup`<form class="pad" method="post" action="${address}"><p>${say('codeText')}</p>${alert}<label for="code">${say('codeLabel')}</label>
<div class="row"><input id="code" name="code" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required autofocus><button>${say('openShare')}</button></div></form>`,
      );
    },
    listing: ({ ends, trail, lines, next }: ListingPage): string => {
      const nav = trail.length > 0 ? markup`<nav aria-label="${say('place')}">${trail.map(crumb)}</nav>` : NOTHING;
      const list =
        lines.length === 0 ? markup`<p class="pad">${say('emptyFolder')}</p>` : markup`<ul>${lines.map(line)}</ul>`;
      const more = next === null ? NOTHING : markup`<div class="more"><a href="${next}">${say('more')}</a></div>`;
      return page(language, say, say('until', { time: formatTime(ends) }), markup`${nav}${list}${more}`);
    },
    /** Something that is not there, and a way back where there is one. */
    notice: (text: string, back: string | null): string => {
      const again = back === null ? NOTHING : markup`<p><a href="${back}">${say('openAgain')}</a></p>`;
      return page(language, say, '', markup`<div class="pad"><p>${text}</p>${again}</div>`);
    },
  };
};
export type Pages = ReturnType<typeof pagesIn>;

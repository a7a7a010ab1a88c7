import { formatSize, formatTime } from '@boxwood/box-sdk/rules';
import { extensionOf } from '../files/file-type.ts';
import type { Contents } from './look.ts';
import { type Markup, markup, NOTHING } from './markup.ts';
import { FOLDER_ICON, LOGO, SAVE_ICON, SHEET } from './style.ts';
import { countIn, dayIn, type Language, sayIn, untilIn } from './words.ts';

/**
 * How an item is presented: pictures, films and songs have their own page, the browser displays text, and files can
 * only be downloaded.
 */
export type Kind = 'folder' | 'picture' | 'film' | 'song' | 'text' | 'file';

/** An item of a share with its URLs. */
export interface Item {
  readonly name: string;
  readonly kind: Kind;
  readonly size: number;
  /** Epoch seconds; 0 when unknown. */
  readonly mtime: number;
  /** URL of the folder page, or of the file as a download. */
  readonly address: string;
  /** URL of the file for display in the browser. */
  readonly raw: string;
  /** URL of the page for one picture, film or song. */
  readonly view: string;
  /** URL of a preview with at most this width in pixels. */
  readonly thumbnail: (width: 512 | 2048) => string;
}

export interface Crumb {
  readonly name: string;
  /** Null for the current page. */
  readonly address: string | null;
}

/** Header data of a share page: who shares what, and until when. */
export interface Gift {
  readonly giver: string;
  readonly title: string;
  /** Epoch seconds. */
  readonly ends: number;
  /** Now, epoch seconds. */
  readonly now: number;
  /** Null when counting exceeds the time limit. */
  readonly contents: Contents | null;
}

export interface ListingPage {
  readonly gift: Gift;
  /** URL of an archive with everything in the listing. */
  readonly archive: string;
  readonly trail: readonly Crumb[];
  readonly items: readonly Item[];
  /** URL of the next page. */
  readonly next: string | null;
}

export interface ViewPage {
  readonly gift: Gift;
  readonly trail: readonly Crumb[];
  readonly item: Item;
  /** URLs of the previous and next item. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Animated formats, which are shown in full because a preview would be a still picture. */
const MOVING = /^(gif|apng)$/;

/** Renders the pages of a share in one language. */
export const pagesIn = (language: Language) => {
  const say = sayIn(language);

  /** Renders a complete page. The language is also set as an attribute. */
  const page = (title: string, head: Markup, content: Markup, foot: Markup = NOTHING, narrow = false): string =>
    markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${title} - Boxwood</title>${SHEET}</head>
<body><main${narrow ? markup` class="narrow"` : NOTHING}><header>${head}</header>
<div class="card">${content}</div>${foot}</main></body>
</html>
`.text;

  /** Renders a page that reveals nothing about the share. */
  const plain = (content: Markup): string =>
    page(say('title'), markup`${LOGO}<div class="said"><h1>${say('title')}</h1></div>`, content, NOTHING, true);

  const given = ({ giver, title, ends, now, contents }: Gift, save: Markup): Markup => {
    const what = contents === null ? say('something') : countIn(language, contents);
    const until = untilIn(language, ends, now);
    const [initial = ''] = giver.toUpperCase();
    return markup`<span class="who" aria-hidden="true">${initial}</span><div class="said"><h1><bdi>${title}</bdi></h1><p>${say('gives', { giver, what })} · <time title="${formatTime(ends)}">${until}</time></p></div><div class="all">${save}</div>`;
  };
  const foot = (giver: string): Markup =>
    markup`<footer><span>${say('straight', { giver })}</span><span>Boxwood</span></footer>`;
  const crumb = ({ name, address }: Crumb, index: number): Markup => {
    const here = markup`<b aria-current="page"><bdi>${name}</bdi></b>`;
    return markup`${index === 0 ? '' : ' / '}${address === null ? here : markup`<a href="${address}"><bdi>${name}</bdi></a>`}`;
  };
  const nav = (trail: readonly Crumb[]): Markup =>
    trail.length > 1 ? markup`<nav class="trail" aria-label="${say('place')}">${trail.map(crumb)}</nav>` : NOTHING;
  const facts = ({ kind, size, mtime }: Item): string =>
    [kind === 'folder' ? say('folder') : formatSize(size), ...(mtime > 0 ? [dayIn(language, mtime)] : [])].join(' · ');
  const badge = ({ kind, name }: Item): Markup =>
    markup`<span class="kind" aria-hidden="true">${kind === 'folder' ? FOLDER_ICON : extensionOf(name).slice(0, 4).toUpperCase()}</span>`;

  /** Shows the file name when there is no preview. */
  const tile = ({ kind, name, view, thumbnail }: Item): Markup => {
    const play = kind === 'film' ? markup`<span class="play" aria-hidden="true">▶</span>` : NOTHING;
    return markup`<li><a href="${view}" aria-label="${name}" title="${name}"><img src="${thumbnail(512)}" alt="${name}" loading="lazy" decoding="async">${play}</a></li>`;
  };
  const entry = (item: Item): Markup => {
    const { name, kind, address, raw, view } = item;
    const into = kind === 'folder' ? address : kind === 'text' ? raw : kind === 'song' ? view : null;
    const title = into === null ? markup`<bdi>${name}</bdi>` : markup`<a href="${into}"><bdi>${name}</bdi></a>`;
    const label = say('downloadOf', { name });
    const save = markup`<a class="save" href="${address}" download aria-label="${label}" title="${say('download')}">${SAVE_ICON}</a>`;
    return markup`<li>${badge(item)}<div class="what"><div class="name">${title}</div><div class="facts">${facts(item)}</div></div>${kind === 'folder' ? NOTHING : save}</li>`;
  };

  const stage = (item: Item): Markup => {
    const { kind, name, raw, thumbnail } = item;
    switch (kind) {
      case 'picture': {
        const source = MOVING.test(extensionOf(name)) ? raw : thumbnail(2048);
        return markup`<a href="${raw}"><img src="${source}" alt="${name}"></a>`;
      }
      case 'film':
        return markup`<video src="${raw}" poster="${thumbnail(512)}" controls playsinline preload="metadata" aria-label="${name}"></video>`;
      case 'song':
        return markup`<audio src="${raw}" controls preload="metadata" aria-label="${name}"></audio>`;
      case 'text':
      case 'file':
      case 'folder':
        return badge(item);
    }
  };

  return {
    say,
    /** The code form; `problem` says why the last code was rejected. */
    ask: (address: string, problem: string): string => {
      const alert = problem === '' ? NOTHING : markup`<p class="bad" role="alert">${problem}</p>`;
      return plain(
        markup`<form class="pad" method="post" action="${address}"><p>${say('codeText')}</p>${alert}<label for="code">${say('codeLabel')}</label>
<div class="row"><input id="code" name="code" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required autofocus><button>${say('openShare')}</button></div></form>`,
      );
    },
    listing: ({ gift, archive, trail, items, next }: ListingPage): string => {
      const isTile = ({ kind }: Item): boolean => kind === 'picture' || kind === 'film';
      const [entries, tiles] = [items.filter((item) => !isTile(item)), items.filter(isTile)];
      const folders = entries.filter(({ kind }) => kind === 'folder');
      const others = entries.filter(({ kind }) => kind !== 'folder');
      const some = (kind: string, lines: readonly Markup[]): Markup =>
        lines.length === 0 ? NOTHING : markup`<ul class="${kind}">${lines}</ul>`;
      const list =
        items.length === 0
          ? markup`<p class="pad">${say('emptyFolder')}</p>`
          : markup`${some('entries', folders.map(entry))}${some('pictures', tiles.map(tile))}${some('entries', others.map(entry))}`;
      const more = next === null ? NOTHING : markup`<div class="more"><a href="${next}">${say('more')}</a></div>`;
      const size = gift.contents === null ? '' : ` · ${formatSize(gift.contents.size)}`;
      const save =
        items.length === 0
          ? NOTHING
          : markup`<a class="button" href="${archive}" download>${SAVE_ICON}${say('downloadAll')}${size}</a>`;
      return page(gift.title, given(gift, save), markup`${nav(trail)}${list}${more}`, foot(gift.giver));
    },
    /** Page of one picture, film, song or file. */
    view: ({ gift, trail, item, previous, next }: ViewPage): string => {
      const save = markup`<a class="button" href="${item.address}" download>${SAVE_ICON}${say('download')}<span class="unseen"> ${item.name}</span> · ${formatSize(item.size)}</a>`;
      const step = (address: string | null, word: 'previous' | 'following', rel: string): Markup =>
        address === null
          ? NOTHING
          : markup`<a class="button soft step" rel="${rel}" href="${address}">${say(word)}</a>`;
      const open =
        item.kind === 'text' ? markup`<a class="button soft" href="${item.raw}">${say('openFile')}</a>` : NOTHING;
      const below = markup`<div class="below"><span class="facts">${facts(item)}</span>${open}${step(previous, 'previous', 'prev')}${step(next, 'following', 'next')}</div>`;
      return page(
        item.name,
        given({ ...gift, title: item.name }, save),
        markup`${nav(trail)}<div class="stage">${stage(item)}</div>${below}`,
        foot(gift.giver),
      );
    },
    /** Page for something that does not exist, with a link back where there is one. */
    notice: (text: string, back: string | null): string => {
      const again = back === null ? NOTHING : markup`<p><a href="${back}">${say('openAgain')}</a></p>`;
      return plain(markup`<div class="pad"><p>${text}</p>${again}</div>`);
    },
  };
};
export type Pages = ReturnType<typeof pagesIn>;

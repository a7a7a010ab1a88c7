import { formatSize, formatTime } from '@boxwood/box-sdk/rules';
import { extensionOf } from '../files/file-type.ts';
import type { ShareContents } from './share-contents.ts';
import { type SafeHtml, markup, EMPTY_MARKUP } from './markup.ts';
import { FOLDER_ICON, LOGO, DOWNLOAD_ICON, STYLE_ELEMENT } from './share-page-style.ts';
import { formatCounts, formatDay, type SharePageLanguage, messagesIn, formatUntil } from './share-messages.ts';

/**
 * How an item is presented: pictures, films and songs have their own page, the browser displays text, and files can
 * only be downloaded.
 */
export type SharedItemKind = 'folder' | 'picture' | 'film' | 'song' | 'text' | 'file';

/** An item of a share with its URLs. */
export interface SharedItem {
  readonly name: string;
  readonly kind: SharedItemKind;
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

export interface Breadcrumb {
  readonly name: string;
  /** Null for the current page. */
  readonly address: string | null;
}

/** Header data of a share page: who shares what, and until when. */
export interface ShareSummary {
  readonly giver: string;
  readonly title: string;
  /** Epoch seconds. */
  readonly ends: number;
  /** Now, epoch seconds. */
  readonly now: number;
  /** Null when counting exceeds the time limit. */
  readonly contents: ShareContents | null;
}

export interface ListingPage {
  readonly summary: ShareSummary;
  /** URL of an archive with everything in the listing. */
  readonly archive: string;
  readonly trail: readonly Breadcrumb[];
  readonly items: readonly SharedItem[];
  /** URL of the next page. */
  readonly next: string | null;
}

export interface ViewPage {
  readonly summary: ShareSummary;
  readonly trail: readonly Breadcrumb[];
  readonly item: SharedItem;
  /** URLs of the previous and next item. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Animated formats, which are shown in full because a preview would be a still picture. */
const ANIMATED_TYPES = /^(gif|apng)$/;

/** Renders the pages of a share in one language. */
export const pagesIn = (language: SharePageLanguage) => {
  const message = messagesIn(language);

  /** Renders a complete page. The language is also set as an attribute. */
  const page = (
    title: string,
    header: SafeHtml,
    content: SafeHtml,
    footer: SafeHtml = EMPTY_MARKUP,
    narrow = false,
  ): string =>
    markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${title} - Boxwood</title>${STYLE_ELEMENT}</head>
<body><main${narrow ? markup` class="narrow"` : EMPTY_MARKUP}><header>${header}</header>
<div class="card">${content}</div>${footer}</main></body>
</html>
`.text;

  /** Renders a page that reveals nothing about the share. */
  const plainPage = (content: SafeHtml): string =>
    page(
      message('title'),
      markup`${LOGO}<div class="said"><h1>${message('title')}</h1></div>`,
      content,
      EMPTY_MARKUP,
      true,
    );

  const summaryHeader = ({ giver, title, ends, now, contents }: ShareSummary, save: SafeHtml): SafeHtml => {
    const what = contents === null ? message('something') : formatCounts(language, contents);
    const until = formatUntil(language, ends, now);
    const [initial = ''] = giver.toUpperCase();
    return markup`<span class="who" aria-hidden="true">${initial}</span><div class="said"><h1><bdi>${title}</bdi></h1><p>${message('gives', { giver, what })} · <time title="${formatTime(ends)}">${until}</time></p></div><div class="all">${save}</div>`;
  };
  const foot = (giver: string): SafeHtml =>
    markup`<footer><span>${message('straight', { giver })}</span><span>Boxwood</span></footer>`;
  const breadcrumb = ({ name, address }: Breadcrumb, index: number): SafeHtml => {
    const here = markup`<b aria-current="page"><bdi>${name}</bdi></b>`;
    return markup`${index === 0 ? '' : ' / '}${address === null ? here : markup`<a href="${address}"><bdi>${name}</bdi></a>`}`;
  };
  const nav = (trail: readonly Breadcrumb[]): SafeHtml =>
    trail.length > 1
      ? markup`<nav class="trail" aria-label="${message('place')}">${trail.map(breadcrumb)}</nav>`
      : EMPTY_MARKUP;
  const facts = ({ kind, size, mtime }: SharedItem): string =>
    [kind === 'folder' ? message('folder') : formatSize(size), ...(mtime > 0 ? [formatDay(language, mtime)] : [])].join(
      ' · ',
    );
  const badge = ({ kind, name }: SharedItem): SafeHtml =>
    markup`<span class="kind" aria-hidden="true">${kind === 'folder' ? FOLDER_ICON : extensionOf(name).slice(0, 4).toUpperCase()}</span>`;

  /** Shows the file name when there is no preview. */
  const tile = ({ kind, name, view, thumbnail }: SharedItem): SafeHtml => {
    const play = kind === 'film' ? markup`<span class="play" aria-hidden="true">▶</span>` : EMPTY_MARKUP;
    return markup`<li><a href="${view}" aria-label="${name}" title="${name}"><img src="${thumbnail(512)}" alt="${name}" loading="lazy" decoding="async">${play}</a></li>`;
  };
  const entry = (item: SharedItem): SafeHtml => {
    const { name, kind, address, raw, view } = item;
    const href = kind === 'folder' ? address : kind === 'text' ? raw : kind === 'song' ? view : null;
    const title = href === null ? markup`<bdi>${name}</bdi>` : markup`<a href="${href}"><bdi>${name}</bdi></a>`;
    const label = message('downloadOf', { name });
    const save = markup`<a class="save" href="${address}" download aria-label="${label}" title="${message('download')}">${DOWNLOAD_ICON}</a>`;
    return markup`<li>${badge(item)}<div class="what"><div class="name">${title}</div><div class="facts">${facts(item)}</div></div>${kind === 'folder' ? EMPTY_MARKUP : save}</li>`;
  };

  const stage = (item: SharedItem): SafeHtml => {
    const { kind, name, raw, thumbnail } = item;
    switch (kind) {
      case 'picture': {
        const source = ANIMATED_TYPES.test(extensionOf(name)) ? raw : thumbnail(2048);
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
    message: message,
    /** The code form; `problem` says why the last code was rejected. */
    codeForm: (address: string, problem: string): string => {
      const alert = problem === '' ? EMPTY_MARKUP : markup`<p class="bad" role="alert">${problem}</p>`;
      return plainPage(
        markup`<form class="pad" method="post" action="${address}"><p>${message('codeText')}</p>${alert}<label for="code">${message('codeLabel')}</label>
<div class="row"><input id="code" name="code" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required autofocus><button>${message('openShare')}</button></div></form>`,
      );
    },
    listing: ({ summary, archive, trail, items, next }: ListingPage): string => {
      const isTile = ({ kind }: SharedItem): boolean => kind === 'picture' || kind === 'film';
      const [entries, tiles] = [items.filter((item) => !isTile(item)), items.filter(isTile)];
      const folders = entries.filter(({ kind }) => kind === 'folder');
      const others = entries.filter(({ kind }) => kind !== 'folder');
      const some = (kind: string, list: readonly SafeHtml[]): SafeHtml =>
        list.length === 0 ? EMPTY_MARKUP : markup`<ul class="${kind}">${list}</ul>`;
      const list =
        items.length === 0
          ? markup`<p class="pad">${message('emptyFolder')}</p>`
          : markup`${some('entries', folders.map(entry))}${some('pictures', tiles.map(tile))}${some('entries', others.map(entry))}`;
      const more =
        next === null ? EMPTY_MARKUP : markup`<div class="more"><a href="${next}">${message('more')}</a></div>`;
      const size = summary.contents === null ? '' : ` · ${formatSize(summary.contents.size)}`;
      const save =
        items.length === 0
          ? EMPTY_MARKUP
          : markup`<a class="button" href="${archive}" download>${DOWNLOAD_ICON}${message('downloadAll')}${size}</a>`;
      return page(
        summary.title,
        summaryHeader(summary, save),
        markup`${nav(trail)}${list}${more}`,
        foot(summary.giver),
      );
    },
    /** Page of one picture, film, song or file. */
    view: ({ summary, trail, item, previous, next }: ViewPage): string => {
      const save = markup`<a class="button" href="${item.address}" download>${DOWNLOAD_ICON}${message('download')}<span class="unseen"> ${item.name}</span> · ${formatSize(item.size)}</a>`;
      const neighbourLink = (address: string | null, key: 'previous' | 'following', rel: string): SafeHtml =>
        address === null
          ? EMPTY_MARKUP
          : markup`<a class="button soft step" rel="${rel}" href="${address}">${message(key)}</a>`;
      const open =
        item.kind === 'text'
          ? markup`<a class="button soft" href="${item.raw}">${message('openFile')}</a>`
          : EMPTY_MARKUP;
      const below = markup`<div class="below"><span class="facts">${facts(item)}</span>${open}${neighbourLink(previous, 'previous', 'prev')}${neighbourLink(next, 'following', 'next')}</div>`;
      return page(
        item.name,
        summaryHeader({ ...summary, title: item.name }, save),
        markup`${nav(trail)}<div class="stage">${stage(item)}</div>${below}`,
        foot(summary.giver),
      );
    },
    /** Page for something that does not exist, with a link back where there is one. */
    notice: (text: string, back: string | null): string => {
      const reopenLink = back === null ? EMPTY_MARKUP : markup`<p><a href="${back}">${message('openAgain')}</a></p>`;
      return plainPage(markup`<div class="pad"><p>${text}</p>${reopenLink}</div>`);
    },
  };
};
export type SharePages = ReturnType<typeof pagesIn>;

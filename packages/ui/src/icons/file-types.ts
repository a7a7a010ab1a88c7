import audio from '~icons/material-icon-theme/audio';
import c from '~icons/material-icon-theme/c';
import certificate from '~icons/material-icon-theme/certificate';
import consoleIcon from '~icons/material-icon-theme/console';
import cpp from '~icons/material-icon-theme/cpp';
import css from '~icons/material-icon-theme/css';
import database from '~icons/material-icon-theme/database';
import disc from '~icons/material-icon-theme/disc';
import document from '~icons/material-icon-theme/document';
import email from '~icons/material-icon-theme/email';
import epub from '~icons/material-icon-theme/epub';
import exe from '~icons/material-icon-theme/exe';
import font from '~icons/material-icon-theme/font';
import go from '~icons/material-icon-theme/go';
import html from '~icons/material-icon-theme/html';
import image from '~icons/material-icon-theme/image';
import java from '~icons/material-icon-theme/java';
import javascript from '~icons/material-icon-theme/javascript';
import json from '~icons/material-icon-theme/json';
import key from '~icons/material-icon-theme/key';
import lock from '~icons/material-icon-theme/lock';
import log from '~icons/material-icon-theme/log';
import lua from '~icons/material-icon-theme/lua';
import markdown from '~icons/material-icon-theme/markdown';
import pdf from '~icons/material-icon-theme/pdf';
import php from '~icons/material-icon-theme/php';
import powerpoint from '~icons/material-icon-theme/powerpoint';
import python from '~icons/material-icon-theme/python';
import ruby from '~icons/material-icon-theme/ruby';
import rust from '~icons/material-icon-theme/rust';
import settings from '~icons/material-icon-theme/settings';
import subtitles from '~icons/material-icon-theme/subtitles';
import svg from '~icons/material-icon-theme/svg';
import table from '~icons/material-icon-theme/table';
import typescript from '~icons/material-icon-theme/typescript';
import url from '~icons/material-icon-theme/url';
import video from '~icons/material-icon-theme/video';
import word from '~icons/material-icon-theme/word';
import xml from '~icons/material-icon-theme/xml';
import yaml from '~icons/material-icon-theme/yaml';
import zip from '~icons/material-icon-theme/zip';

/** Art and the extensions it stands for. */
const table_: readonly (readonly [art: string, extensions: string])[] = [
  [image, 'jpg jpeg png gif bmp webp heic heif avif tif tiff ico psd raw cr2 cr3 nef arw dng jfif'],
  [svg, 'svg'],
  [video, 'mp4 mkv mov avi wmv flv webm m4v mpg mpeg ts rmvb rm 3gp vob m2ts mts'],
  [audio, 'mp3 flac wav ogg oga aac m4a wma ape opus aiff alac amr mid midi dsf'],
  [pdf, 'pdf'],
  // a shade lighter than drawn, to be seen on the dark surface too
  [word.replaceAll('#01579b', '#1f76c2'), 'doc docx odt rtf wps pages'],
  [table, 'xls xlsx ods csv tsv et numbers'],
  [powerpoint, 'ppt pptx odp dps key'],
  [document, 'txt text'],
  [markdown, 'md markdown'],
  [log, 'log'],
  [epub, 'epub mobi azw3'],
  [subtitles, 'srt ass ssa vtt sub'],
  [zip, 'zip tar gz tgz bz2 xz 7z rar zst lz4 cab jar war tbz txz'],
  [disc, 'iso img dmg vhd vmdk qcow2 vdi'],
  [exe, 'exe msi apk deb rpm appimage ipa pkg'],
  [html, 'html htm xhtml'],
  [css, 'css scss less'],
  [javascript, 'js mjs cjs jsx'],
  [typescript, 'tsx mtsx cts'],
  [json, 'json jsonc json5'],
  [xml, 'xml plist'],
  [yaml, 'yml yaml toml'],
  [settings, 'ini conf cfg env properties'],
  [consoleIcon, 'sh bash zsh bat cmd ps1'],
  [python, 'py ipynb'],
  [java, 'java class'],
  [c, 'c h'],
  [cpp, 'cpp cc cxx hpp'],
  [go, 'go'],
  [rust, 'rs'],
  [ruby, 'rb'],
  [php, 'php'],
  [lua, 'lua'],
  [database, 'db sqlite sqlite3 sql mdb'],
  [font, 'ttf otf woff woff2'],
  [email, 'eml msg'],
  [url, 'url webloc lnk torrent'],
  [certificate, 'crt cer pem p12 pfx'],
  [key, 'pub ppk'],
  [lock, 'enc lock gpg asc age'],
];

const byExtension = new Map(table_.flatMap(([art, list]) => list.split(' ').map((extension) => [extension, art])));

/** @returns the part after the last dot in lower case; '' for names like `.profile` or `README` */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** @returns SVG text for a file of this name */
export const fileArt = (name: string): string => byExtension.get(extensionOf(name)) ?? document;

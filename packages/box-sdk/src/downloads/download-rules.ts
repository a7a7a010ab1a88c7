/** Offline downloads (area OFFLINE, P-05, G-37). */
import { failed, passed } from '@boxwood/command-bus/rules';
import { isUrl } from '@boxwood/command-bus/rules';

/** Largest local torrent in bytes (X13). */
export const TORRENT_LIMIT_BYTES = 2 * 1024 * 1024;

/** http, https, ftp, magnet, or a torrent on the box. */
export const isDownloadSource = (text: string): boolean =>
  isUrl(text) ||
  /^magnet:\?(.*&)?xt=urn:bt(ih:([0-9a-f]{40}|[a-z2-7]{32})|mh:1220[0-9a-f]{64})(&.*)?$/i.test(text) ||
  (text.startsWith('/') && /[^/]\.torrent$/i.test(text));

/** Address of a DOWN task: http or https. Credentials in the URL are rejected, because it is stored and displayed. */
export const isWebAddress = (text: string): boolean => isUrl(text) && /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text);

/** OFFLINE-02: one source per line; blank lines are ignored, duplicates merged, invalid lines listed. */
export const parseSources = (
  text: string,
  accepts: (line: string) => boolean = isDownloadSource,
): { readonly sources: readonly string[]; readonly wrong: readonly string[] } => {
  const lines = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
  return {
    sources: lines.filter(accepts),
    wrong: lines.filter((line) => !accepts(line)),
  };
};

/** The new-task form: at least one source and no invalid line. */
export const checkSources = (text: string, accepts: (line: string) => boolean = isDownloadSource) => {
  const { sources, wrong } = parseSources(text, accepts);
  if (wrong.length > 0) return failed('download.wrongLines', { lines: wrong.join(', ') });
  return sources.length === 0 ? failed('download.noSource') : passed;
};

/** Checks name and size of a local torrent file. */
export const checkTorrent = ({ name, size }: { readonly name: string; readonly size: number }) => {
  if (!/.\.torrent$/i.test(name)) return failed('download.notTorrent');
  return size > TORRENT_LIMIT_BYTES ? failed('download.torrentSize', { mb: 2 }) : passed;
};

/** OFFLINE-10, TASK-16: the states, and the tab each is shown in (P-05). */
export const DOWNLOAD_STATES = ['active', 'waiting', 'paused', 'error', 'complete', 'removed'] as const;
export const downloadTab = (status: string): 'downloading' | 'paused' | 'finished' | 'failed' => {
  switch (status) {
    case 'paused':
      return 'paused';
    case 'complete':
      return 'finished';
    case 'error':
    case 'removed':
      return 'failed';
    default:
      return 'downloading';
  }
};

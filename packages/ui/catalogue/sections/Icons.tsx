import {
  AppIcon,
  appIconNames,
  FileIcon,
  IconCopy,
  IconDownload,
  IconFolderPlus,
  IconLock,
  IconSearch,
  IconSettings,
  IconShare,
  IconTrash,
  IconUpload,
  wallpapers,
  type PlaceKind,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';

const places: readonly PlaceKind[] = [
  'folder',
  'folder-shared',
  'folder-safe',
  'folder-private',
  'folder-link',
  'volume',
  'usb',
  'network',
];
const files =
  'a.jpg a.svg a.mp4 a.mp3 a.pdf a.docx a.xlsx a.pptx a.txt a.md a.log a.epub a.srt a.zip a.iso a.exe a.html a.css a.js a.ts a.tsx a.json a.xml a.yml a.ini a.sh a.py a.java a.c a.cpp a.go a.rs a.lua a.db a.ttf a.eml a.url a.crt a.enc unknown'.split(
    ' ',
  );

export function Icons() {
  return (
    <>
      <Demo title="App icons, 56 and 20 px" layout="plain">
        <div className={styles.icons}>
          {appIconNames.map((name) => (
            <div key={name} className={styles.icon}>
              <AppIcon name={name} size={56} />
              <span style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
                <AppIcon name={name} size={20} />
                {name}
              </span>
            </div>
          ))}
        </div>
      </Demo>
      <Demo title="Places and file types, 64 and 16 px" layout="plain">
        <div className={styles.icons}>
          {places.map((kind) => (
            <div key={kind} className={styles.icon}>
              <FileIcon kind={kind} size={64} />
              <span style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
                <FileIcon kind={kind} size={16} />
                {kind}
              </span>
            </div>
          ))}
          {files.map((name) => (
            <div key={name} className={styles.icon}>
              <FileIcon kind="file" name={name} size={64} />
              <span style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
                <FileIcon kind="file" name={name} size={16} />
                {name.replace('a.', '.')}
              </span>
            </div>
          ))}
        </div>
      </Demo>
      <Demo title="Action glyphs">
        {[
          IconCopy,
          IconDownload,
          IconFolderPlus,
          IconLock,
          IconSearch,
          IconSettings,
          IconShare,
          IconTrash,
          IconUpload,
        ].map((Glyph, index) => (
          <Glyph key={index} size={20} />
        ))}
      </Demo>
      <Demo title="Wallpapers" layout="plain">
        <div className={styles.walls}>
          {wallpapers.map(({ key, url }) => (
            <img key={key} src={url} alt={`Wallpaper ${key}`} />
          ))}
        </div>
      </Demo>
    </>
  );
}

import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppIcon } from './AppIcon.tsx';
import { appIconDesign, appIconNames } from './app-icons.ts';
import { FileIcon } from './FileIcon.tsx';
import { extensionOf, fileArt } from './file-types.ts';

const source = (element: React.ReactElement): string =>
  render(element).container.querySelector('img')?.getAttribute('src') ?? '';

describe('FileIcon', () => {
  it('goes by the extension, whatever its case', () => {
    expect(source(<FileIcon kind="file" name="a.JPG" />)).toBe(source(<FileIcon kind="file" name="b.jpeg" />));
    expect(source(<FileIcon kind="file" name="a.pdf" />)).not.toBe(source(<FileIcon kind="file" name="a.zip" />));
    expect(source(<FileIcon kind="folder" name="a.pdf" />)).not.toBe(source(<FileIcon kind="file" name="a.pdf" />));
  });

  it('is a picture a browser can decode by itself', () => {
    for (const name of ['a.jpg', 'a.docx', 'unknown']) {
      const text = decodeURIComponent(source(<FileIcon kind="file" name={name} />).replace('data:image/svg+xml,', ''));
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      expect(parsed.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
      expect(parsed.querySelector('parsererror')).toBeNull();
    }
  });

  it('knows every type the product previews', () => {
    const plain = fileArt('unknown');
    const known = 'pdf docx xls xlsx pptx json js lua java py sh md mp3 flac mp4 mkv jpg heic zip tar gz'.split(' ');
    for (const extension of known) expect(fileArt(`a.${extension}`), extension).not.toBe(plain);
  });

  it('a name that only starts with a dot has no extension', () => {
    expect(['.profile', 'README', 'a.tar.GZ', 'a.'].map(extensionOf)).toEqual(['', '', 'gz', '']);
  });
});

describe('AppIcon', () => {
  it('every name is drawn, decoratively', () => {
    for (const name of appIconNames) {
      const { container } = render(<AppIcon name={name} size={64} />);
      expect(container.querySelector('svg'), name).not.toBeNull();
      expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
    }
    expect(appIconNames.length).toBeGreaterThan(40);
  });

  it('no two look alike: glyph and colour together belong to one app', () => {
    const looks = appIconNames.map((name) => {
      const { glyph, gradientFrom } = appIconDesign(name);
      return `${glyph.displayName ?? ''} ${gradientFrom}`;
    });
    expect(new Set(looks).size).toBe(looks.length);
  });
});

describe('wallpapers', () => {
  const files = import.meta.glob<string>('../wallpapers/*.svg', { query: '?raw', import: 'default', eager: true });

  it('SHELL-16: four presets, each under 150 KB, standing by themselves', () => {
    expect(Object.keys(files).length).toBe(4);
    for (const [name, text] of Object.entries(files)) {
      expect(text.length, name).toBeLessThan(150 * 1024);
      expect(new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror'), name).toBeNull();
      expect(text, name).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    }
  });
});

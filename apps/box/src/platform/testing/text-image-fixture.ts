import sharp from 'sharp';

/**
 * A PNG of a sheet of paper with these lines, 1,200 by 800 pixels. Uses system fonts: Chinese needs a font that
 * contains it.
 */
export const createTextImage = (lines: readonly string[], side = 40): Promise<Buffer> => {
  const rows = lines.map(
    (line, index) => `<text x="60" y="${90 + index * 2 * side}" font-size="${side}">${line}</text>`,
  );
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" font-family="Noto Sans CJK SC, DejaVu Sans" fill="#222222">
    <rect width="100%" height="100%" fill="#fcfbf6"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(sheet)).png().toBuffer();
};

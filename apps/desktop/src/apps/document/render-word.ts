import { renderAsync } from 'docx-preview';

const OPTIONS = { useBase64URL: true, renderAltChunks: false, renderComments: false, ignoreFonts: true } as const;

/** A sheet of paper on a quiet ground, also where the document names no page size. */
const SHEET = `
  body { margin: 0; }
  .docx-wrapper { min-height: 100vh; box-sizing: border-box; padding: 24px !important; background: #e9ece5 !important; }
  .docx-wrapper > section.docx { min-width: 640px; min-height: 300px; box-sizing: border-box; box-shadow: 0 2px 10px rgb(0 0 0 / 18%) !important; }
  .docx-wrapper > section.docx:not([style*='padding']) { padding: 64px 72px; }
`;

/** Renders a docx into an element that is in no page. */
export const renderWord = async (bytes: Uint8Array<ArrayBuffer>): Promise<Element> => {
  const content = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(new Blob([bytes]), content, styles, OPTIONS);
  const sheet = document.createElement('style');
  sheet.textContent = SHEET;
  styles.append(sheet);
  content.prepend(styles);
  return content;
};

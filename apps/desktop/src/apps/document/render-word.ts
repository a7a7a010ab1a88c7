import { renderAsync } from 'docx-preview';

const OPTIONS = { useBase64URL: true, renderAltChunks: false, renderComments: false, ignoreFonts: true } as const;

/**
 * Styles a page of paper on a neutral background, also if the document has no page size. On a phone it is as wide as
 * the screen and the text reflows.
 */
const STYLE_SHEET = `
  body { margin: 0; }
  .docx-wrapper { min-height: 100vh; box-sizing: border-box; padding: 24px !important; background: #e9ece5 !important; }
  .docx-wrapper > section.docx { min-width: 640px; min-height: 300px; box-sizing: border-box; box-shadow: 0 2px 10px rgb(0 0 0 / 18%) !important; }
  .docx-wrapper > section.docx:not([style*='padding']) { padding: 64px 72px; }
  .docx-wrapper { align-items: safe center !important; }
  @media (width < 700px) {
    .docx-wrapper { padding: 8px !important; }
    .docx-wrapper > section.docx { width: 100% !important; min-width: 0; min-height: 0 !important; padding: 20px 16px !important; overflow-wrap: anywhere; }
    .docx-wrapper img { max-width: 100%; height: auto !important; }
    .docx-wrapper table { display: block; max-width: 100%; overflow-x: auto; }
  }
`;

/** Renders a docx into a detached element. */
export const renderWord = async (bytes: Uint8Array<ArrayBuffer>): Promise<Element> => {
  const content = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(new Blob([bytes]), content, styles, OPTIONS);
  const styleElement = document.createElement('style');
  styleElement.textContent = STYLE_SHEET;
  styles.append(styleElement);
  content.prepend(styles);
  return content;
};

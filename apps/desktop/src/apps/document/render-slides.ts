import { pptxToHtml } from '@jvmr/pptx-to-html';
import DOMPurify from 'dompurify';

const WIDTH = 960;
const HEIGHT = 540;

const STYLE_SHEET = `
  body { margin: 0; padding: 24px; background: #e9ece5; display: grid; gap: 24px; justify-content: center; }
  .slide { position: relative; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: #fff; box-shadow: 0 2px 10px rgb(0 0 0 / 18%); }
`;

/** Renders a pptx, slide by slide, into a detached element. */
export const renderSlides = async (bytes: Uint8Array<ArrayBuffer>): Promise<Element> => {
  const slides = await pptxToHtml(bytes.buffer, { width: WIDTH, height: HEIGHT, scaleToFit: true, letterbox: false });
  const page = new DOMParser().parseFromString('', 'text/html');
  const style = page.createElement('style');
  style.textContent = STYLE_SHEET;
  const content = page.createElement('div');
  content.append(style);
  for (const html of slides) {
    const slide = page.createElement('section');
    slide.className = 'slide';
    const clean = new DOMParser().parseFromString(DOMPurify.sanitize(html), 'text/html');
    slide.append(...Array.from(clean.body.childNodes));
    content.append(slide);
  }
  return content;
};

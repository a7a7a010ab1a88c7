import type { AdversarialFile, Payload } from './adversarial-files.ts';
import type { PackageRelation, PackageParts, UnnamedFile } from './office-package.ts';
import {
  HEAD,
  P,
  NAMES,
  attribute,
  escaped,
  relations,
  pack,
  numbered,
  external,
  svg,
  OVERSIZED_WHITESPACE,
} from './office-package.ts';

/** A presentation with one slide; `shapes` follow a shape with readable text. */
const show = (
  shapes: string,
  rels: readonly PackageRelation[] = [],
  parts: PackageParts = {},
  doctype = '',
  background = '',
): Buffer =>
  pack('ppt/presentation.xml', {
    'ppt/presentation.xml': `${HEAD}<p:presentation xmlns:p="${P}" ${NAMES}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([['rId1', 'slide', 'slides/slide1.xml']]),
    'ppt/slides/slide1.xml': `${HEAD}${doctype}<p:sld xmlns:p="${P}" ${NAMES}><p:cSld>${background}<p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shape('Readable slide')}${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(rels),
    ...parts,
  });

const shape = (words: string, look = '', link = '', fill = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${attribute(words)}">${link}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="4000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/>${fill}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en" sz="1800">${look}${link}</a:rPr><a:t>${escaped(words)}</a:t></a:r></a:p></p:txBody></p:sp>`;
const shown = (blip: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip ${blip}/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></p:spPr></p:pic>`;

export const adversarialSlides = (poison: Payload): readonly AdversarialFile[] => {
  const { js, far } = poison;
  const markup = `<img src=x onerror=${js}><script>${js}</script><style>*{background:url(${far}/s)}</style>`;
  const out = `red"><img src=x onerror=${js}><script>${js}</script><a style="background:url(${far}/q)`;
  const shows = { words: 'Readable slide' };
  const files: readonly UnnamedFile[] = [
    {
      what: 'links that are scripts',
      bytes: show(
        `${shape('click', '', '<a:hlinkClick r:id="h1"/>')}${shape('hover', '', '<a:hlinkMouseOver r:id="h2" action="ppaction://program"/>')}`,
        [
          ['h1', 'hyperlink', `javascript:${js}`, true],
          ['h2', 'hyperlink', `${far}/hover`, true],
        ],
      ),
      shows,
    },
    {
      what: 'a picture of another server',
      bytes: show(shown('r:embed="p1" r:link="p1"'), [['p1', 'image', `${far}/slide.png`, true]]),
      shows,
    },
    { what: 'markup in text', bytes: show(shape(markup)), shows },
    {
      what: 'markup in colours, fonts and sizes',
      bytes: show(
        shape(
          'styled',
          `<a:solidFill><a:srgbClr val="${attribute(out)}"/></a:solidFill><a:latin typeface="${attribute(out)}"/>`,
          '',
          `<a:solidFill><a:srgbClr val="${attribute(out)}"/></a:solidFill><a:ln w="9"><a:solidFill><a:srgbClr val="${attribute(out)}"/></a:solidFill></a:ln>`,
        ),
      ),
      shows,
    },
    {
      what: 'a ground that loads a picture by style',
      bytes: show(
        '',
        [],
        {},
        '',
        `<p:bg><p:bgPr><a:solidFill><a:srgbClr val="fff;background-image:url(${far}/ground)"/></a:solidFill></p:bgPr></p:bg>`,
      ),
      shows,
    },
    {
      what: 'a drawing with a script as a picture',
      bytes: show(shown('r:embed="p1"'), [['p1', 'image', '../media/i.svg']], { 'ppt/media/i.svg': svg(poison) }),
      shows,
    },
    {
      what: 'films, sounds and pages of other servers',
      bytes: show(
        `<p:pic><p:nvPicPr><p:cNvPr id="4" name="v"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="m1"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="m2"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr></p:pic><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="o"/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj r:id="m3" progId="htmlfile"/></a:graphicData></a:graphic></p:graphicFrame>`,
        [
          ['m1', 'video', `${far}/v.mp4`, true],
          ['m2', 'image', `${far}/poster.png`, true],
          ['m3', 'oleObject', `${far}/o.html`, true],
        ],
      ),
      shows,
    },
    {
      what: 'entities that read files and addresses',
      bytes: show(shape('x').replace('>x<', '>&file;&net;<'), [], {}, external(far)),
      shows: 'either',
    },
    { what: 'a slide of 80 MB in 80 kB', bytes: show(OVERSIZED_WHITESPACE.toString('latin1')), shows: 'refusal' },
  ];
  return numbered('slides', 'pptx', files);
};

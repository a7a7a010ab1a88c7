import { createHash } from 'node:crypto';
import { SafeHtml } from './markup.ts';

const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#e9ece5,#101411);--surface:light-dark(#fff,#1a1f1c);--sunken:light-dark(#f4f6f1,#141815);--border:light-dark(#dfe4db,#333b35);--strong:light-dark(#848f85,#748077);--text:light-dark(#1a201b,#e9eee9);--muted:light-dark(#536055,#a8b3aa);--accent:light-dark(#2f6f3c,#84c98d);--soft:light-dark(#e2eae0,#29322b);--link:light-dark(#2a6536,#93d29b);--on:light-dark(#fff,#0d1a10);--danger:light-dark(#b3261e,#ff9a90);--focus:light-dark(#1d6fd8,#8ec0ff)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif}
main{max-width:1080px;margin:0 auto;padding:40px 16px}
main.narrow{max-width:640px}
header{display:flex;align-items:center;gap:16px;margin-bottom:20px;flex-wrap:wrap}
header .who{flex:none;width:48px;height:48px;border-radius:50%;background:var(--accent);color:var(--on);font-size:20px;font-weight:700;display:grid;place-items:center}
header .said{flex:1 1 240px;min-width:0}
h1{font-size:24px;line-height:1.3;margin:0;font-weight:700;overflow-wrap:anywhere}
header p{margin:2px 0 0;color:var(--muted)}
.card{background:var(--surface);border:1px solid var(--border);border-radius:16px;overflow:hidden}
.pad{padding:24px}
.pad>:first-child{margin-top:0}.pad>:last-child{margin-bottom:0}
label{display:block;font-weight:600;margin:16px 0 6px}
.row{display:flex;gap:12px;flex-wrap:wrap}
input{font:inherit;font-size:22px;letter-spacing:.4em;width:8em;padding:6px 12px;color:inherit;background:var(--sunken);border:1px solid var(--strong);border-radius:8px}
button,.button{font:inherit;font-weight:600;padding:10px 20px;min-height:44px;border:0;border-radius:12px;background:var(--accent);color:var(--on);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;gap:8px}
.button.soft{background:var(--soft);color:var(--text)}
.button svg{flex:none}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:pre}
.bad{color:var(--danger);font-weight:600}
nav.trail{padding:12px 16px;border-bottom:1px solid var(--border);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:4px;padding:16px}
.pictures a{display:block;position:relative;aspect-ratio:4/3;border-radius:8px;overflow:hidden;background:var(--sunken);color:var(--muted);font-size:13px;text-decoration:none}
.pictures img{display:block;position:relative;width:100%;height:100%;object-fit:cover}
.pictures img::after{content:attr(alt);position:absolute;inset:0;display:grid;place-content:center;padding:8px;text-align:center;overflow:hidden;overflow-wrap:anywhere;background:var(--sunken)}
.pictures .play{position:absolute;right:8px;bottom:8px;padding:1px 8px;border-radius:6px;background:#000a;color:#fff}
.entries{display:grid;grid-template-columns:repeat(auto-fill,minmax(290px,1fr));gap:12px;padding:16px}
.pictures+.entries,.entries+.pictures{padding-top:0}
.entries li{display:flex;align-items:center;gap:12px;padding:12px;border:1px solid var(--border);border-radius:12px;min-width:0}
.kind{flex:none;width:40px;height:40px;border-radius:8px;background:var(--soft);color:var(--muted);font-size:11px;font-weight:700;display:grid;place-items:center}
.kind svg{width:24px;height:24px}
.what{flex:1;min-width:0}
.name{overflow-wrap:anywhere;font-weight:600}
.facts{color:var(--muted);font-size:13px}
.save{flex:none;width:44px;height:44px;display:grid;place-items:center;border-radius:50%;color:var(--link)}
.save:hover{background:var(--soft)}
.more{padding:12px 16px;border-top:1px solid var(--border)}
.stage{display:grid;place-items:center;min-height:320px;background:var(--sunken)}
.stage img,.stage video{display:block;max-width:100%;max-height:74vh;min-height:0}
.stage video{width:100%;aspect-ratio:auto 16/9;background:#000}
.stage audio{width:min(520px,90%)}
.stage .kind{width:96px;height:96px;font-size:20px;border-radius:16px}
.below{display:flex;align-items:center;gap:12px;padding:12px 16px;border-top:1px solid var(--border);flex-wrap:wrap}
.below .facts{flex:1 1 auto}
footer{display:flex;gap:16px;justify-content:space-between;padding:16px 4px;color:var(--muted);font-size:13px;flex-wrap:wrap}
@media (max-width:600px){main{padding:16px 0 88px}header,footer{padding-inline:16px}h1{font-size:21px}.card{border-radius:0;border-inline:0}.narrow .card{margin:0 16px;border-radius:16px;border-inline:1px solid var(--border)}.pictures{grid-template-columns:repeat(3,1fr);gap:2px;padding:0}.pictures a{aspect-ratio:1;border-radius:0}.entries{grid-template-columns:1fr;gap:8px}.pictures+.entries{padding-top:16px}.stage{min-height:50vh}.below .facts{flex-basis:100%}.below .step{flex:1}.entries+.pictures{padding-top:0}.all{position:fixed;inset:auto 0 0;padding:12px 16px calc(12px + env(safe-area-inset-bottom));background:var(--surface);border-top:1px solid var(--border);z-index:1}.all .button{width:100%}}`;

/**
 * Content-Security-Policy of the pages. They run no scripts; they allow one style sheet by hash, media of the share
 * itself, and form submissions to the box only.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' data:",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const STYLE_ELEMENT = new SafeHtml(`<style>${STYLE}</style>`);

/** The logo of `apps/desktop/public/boxwood.svg`, inlined because the pages load no resources. */
const LOGO_SHAPES =
  '<defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4f9a5d"/><stop offset="1" stop-color="#2a6536"/></linearGradient><linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e6f3e3"/><stop offset="1" stop-color="#b5d9b4"/></linearGradient></defs><rect width="64" height="64" rx="15" fill="url(#a)"/><path d="M32 11 51 21.5v21L32 53 13 42.500v-21z" fill="url(#b)" opacity=".22"/><path d="M32 33.500 14.500 23.800v17.800L32 51.300z" fill="#fff" opacity=".55"/><path d="M32 33.500 49.500 23.800v17.800L32 51.300z" fill="#fff" opacity=".32"/><path d="M32 13.200c8.400 1.300 13 5.200 17.500 10.600C43.300 30.800 38 33 32 33.500c-6-.5-11.300-2.700-17.500-9.700C19 18.400 23.600 14.500 32 13.200z" fill="#fff"/><path d="M32 13.200v20.300M32 27.500l7.500-5.300M32 27.500l-7.500-5.300M32 21.600l4.600-3.400M32 21.600l-4.600-3.400" fill="none" stroke="#3a8048" stroke-width="1.800" stroke-linecap="round"/>';
export const LOGO = new SafeHtml(
  `<svg width="40" height="40" viewBox="0 0 64 64" aria-hidden="true">${LOGO_SHAPES}</svg>`,
);

const createIcon = (paths: string): SafeHtml =>
  new SafeHtml(
    `<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );
export const DOWNLOAD_ICON = createIcon('<path d="M12 4v11m0 0 4.500-4.500M12 15l-4.500-4.500M5 20h14"/>');
export const FOLDER_ICON = createIcon(
  '<path d="M3 7a2 2 0 0 1 2-2h4l2 2.500h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>',
);

// What the documentation does beyond standing still: the theme, a copy button on code, the search. Without it every page still reads.
const root = document.documentElement;
const remembered = () => {
  try {
    return localStorage.getItem('docs-theme');
  } catch {
    return null;
  }
};
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const button = document.querySelector('.theme');
const show = (theme) => {
  root.dataset.theme = theme;
  button.textContent = theme === 'dark' ? 'Light' : 'Dark';
  button.hidden = false;
};
show(remembered() ?? (prefersDark.matches ? 'dark' : 'light'));
prefersDark.addEventListener('change', ({ matches }) => {
  if (remembered() === null) show(matches ? 'dark' : 'light');
});
button.addEventListener('click', () => {
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  show(theme);
  try {
    localStorage.setItem('docs-theme', theme);
  } catch {
    // A browser that keeps nothing: the choice holds for this page.
  }
});

if (navigator.clipboard !== undefined)
  for (const block of document.querySelectorAll('pre')) {
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'copy';
    copy.textContent = 'Copy';
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy'), 2000);
    });
    block.append(copy);
  }

const field = document.querySelector('.search input');
const list = document.querySelector('.search ul');
let entries = null;
const load = async () => {
  entries ??= fetch('search.json').then((reply) => reply.json());
  return entries;
};
const close = () => {
  list.hidden = true;
  list.replaceChildren();
};
if (location.protocol !== 'file:') {
  field.hidden = false;
  field.addEventListener('input', async () => {
    const typed = field.value;
    const found = globalThis.findInDocs(await load(), typed);
    if (field.value !== typed) return;
    list.replaceChildren(
      ...found.map(({ to, title, heading }) => {
        const link = document.createElement('a');
        link.href = to;
        const small = document.createElement('small');
        small.textContent = heading === title ? '' : title;
        link.append(heading, small);
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
    list.hidden = found.length === 0;
  });
  document.querySelector('.search').addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? field : links[at - 1]).focus();
    else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('.search')) close();
  });
}

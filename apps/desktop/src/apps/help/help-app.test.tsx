import { act } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LauncherToken } from '../../composition/service-tokens.ts';
import { HELP_TOPICS, helpMessages } from '../../kit/app/help-messages.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { help } from './manifest.ts';
import { phoneHelpMessages } from './phone-help-messages.ts';

const table: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = helpMessages.table;
const phoneTable: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = phoneHelpMessages.table;

/** Questions and answers as shown, in order. */
const shownTopics = (app: RenderedApp): readonly (readonly [string, string])[] => {
  const questions = app.getAllByRole('term');
  const answers = app.getAllByRole('definition');
  expect(answers).toHaveLength(questions.length);
  return questions.map((question, at) => [question.textContent, answers[at]?.textContent ?? '']);
};
const askedTopics = (app: RenderedApp): readonly string[] =>
  app.getAllByRole('term').flatMap(({ parentElement, textContent }) => {
    const isAsked = parentElement?.hasAttribute('data-asked') === true;
    return isAsked ? [textContent] : [];
  });
/** Records which rows the page was scrolled to; jsdom has no scrolling. */
const watchScrolling = (): readonly string[] => {
  const scrolledTo: string[] = [];
  const previous = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollIntoView');
  Object.defineProperty(Element.prototype, 'scrollIntoView', {
    configurable: true,
    value(this: Element) {
      scrolledTo.push(this.querySelector('dt')?.textContent ?? this.tagName);
    },
  });
  onTestFinished(() => {
    if (previous === undefined) Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    else Object.defineProperty(Element.prototype, 'scrollIntoView', previous);
  });
  return scrolledTo;
};

describe('help', () => {
  it('answers every question of a family, in the order of the topics', async () => {
    const app = await renderApp(help);
    expect(app.getByRole('heading', { name: 'How do I …?' })).toBeTruthy();
    expect(shownTopics(app)).toEqual(HELP_TOPICS.map((topic) => [table[topic]?.en, table[`${topic}Text`]?.en]));
    expect(askedTopics(app)).toEqual([]);
  });

  it('scrolls to no question when none was asked', async () => {
    const scrolledTo = watchScrolling();
    await renderApp(help);
    expect(scrolledTo).toEqual([]);
  });

  it('marks the question that was asked, and scrolls to it', async () => {
    const scrolledTo = watchScrolling();
    const app = await renderApp(help, { params: { topic: 'lock' } });
    expect(askedTopics(app)).toEqual(['Keep something private']);
    expect(scrolledTo).toContain('Keep something private');
    expect(new Set(scrolledTo).size).toBe(1);
  });

  it('shows another question in the same window', async () => {
    const scrolledTo = watchScrolling();
    const app = await renderApp(help, { params: { topic: 'lock' } });
    act(() => {
      app.scope.get(LauncherToken).open('help', { params: { topic: 'find' } });
    });
    await app.settled();
    expect(app.getAllByRole('region', { name: 'Help' })).toHaveLength(1);
    expect(askedTopics(app)).toEqual(['Find something']);
    expect(scrolledTo.at(-1)).toBe('Find something');
  });

  it('marks nothing for a question that it does not know', async () => {
    const app = await renderApp(help, { params: { topic: 'aliens' } });
    expect(askedTopics(app)).toEqual([]);
    expect(app.getAllByRole('term')).toHaveLength(HELP_TOPICS.length);
  });

  it('opens the documentation in a tab of its own that cannot reach this page', async () => {
    const open = vi.fn<typeof window.open>().mockReturnValue(null);
    vi.stubGlobal('open', open);
    const app = await renderApp(help);
    expect(app.getByRole('heading', { name: 'For developers' })).toBeTruthy();
    expect(open).not.toHaveBeenCalled();
    await app.press('Open the documentation');
    expect(open.mock.calls).toEqual([['/help/index.html', '_blank', 'noopener']]);
  });

  it('is for members and administrators alike', async () => {
    const member = await renderApp(help);
    const topics = shownTopics(member);
    await member.unmount();
    expect(shownTopics(await renderApp(help, { admin: true }))).toEqual(topics);
  });

  it('reads in Chinese', async () => {
    const app = await renderApp(help, { language: 'zh-CN' });
    expect(shownTopics(app)).toEqual(HELP_TOPICS.map((topic) => [table[topic]?.zh, table[`${topic}Text`]?.zh]));
    expect(app.getByRole('heading', { name: '使用帮助' })).toBeTruthy();
    expect(app.button('打开文档')).toBeTruthy();
  });
});

describe('help on a phone', () => {
  it('speaks of holding and tapping, and not of keys', async () => {
    const app = await renderApp(help, { phone: true });
    const topics = shownTopics(app);
    expect(topics.map(([question]) => question)).not.toContain('Work faster');
    expect(topics).toHaveLength(HELP_TOPICS.length - 1);
    const words = topics.flat().join(' ');
    expect(words).not.toMatch(/right-click|Ctrl|Drag|computer/i);
    expect(words).toContain('Hold a file until it is selected');
  });

  it.each(['en', 'zh-CN'] as const)(
    'has an answer of its own where a hand does something else: %s',
    async (language) => {
      const column = language === 'en' ? 'en' : 'zh';
      const app = await renderApp(help, { phone: true, language });
      const answers = shownTopics(app).map(([, answer]) => answer);
      const own = Object.entries(phoneTable).filter(([key]) => key.endsWith('Text'));
      expect(own.length).toBeGreaterThan(6);
      for (const [key, text] of own) {
        expect(answers, key).toContain(text[column]);
        expect(answers, key).not.toContain(table[key]?.[column]);
      }
      expect(answers).toContain(table['lockText']?.[column]);
    },
  );

  it('names a download to a phone, not to a computer', async () => {
    const app = await renderApp(help, { phone: true, language: 'zh-CN' });
    const questions = shownTopics(app).map(([question]) => question);
    expect(questions).toContain('下载到手机');
    expect(questions).not.toContain('下载到电脑');
  });

  it('shows the answers for the screen that a turned tablet has', async () => {
    const app = await renderApp(help, { phone: true });
    expect(app.queryByText('Work faster')).toBeNull();
    await app.resizeTo('desktop');
    expect(app.getByText('Work faster')).toBeTruthy();
    expect(app.getByText(/^Right-click, then Share/)).toBeTruthy();
  });
});

import { GEN, GetRootJson, type RebootPlan, SetRootJson } from '@boxwood/box-sdk';
import { formatTime } from '@boxwood/box-sdk/rules';
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DesktopToken, LanguagesToken } from '../../composition/service-tokens.ts';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { rebootPlan } from './manifest.ts';

const NEXT = 1_793_424_600;
const WEEKLY: RebootPlan = { enable: 1, frequency: 'week', time: '03:15', weekday: 2 };

type Replies = NonNullable<RenderAppOptions<'reboot-plan'>['replies']>;

/** A box that stores the plan that it is sent; null where none was ever written. */
const renderPlan = (
  stored: RebootPlan | null = null,
  more: NonNullable<Replies['system']> = {},
  options: RenderAppOptions<'reboot-plan'> = {},
) => {
  let plan: Readonly<Record<string, unknown>> | null = stored;
  return renderApp(rebootPlan, {
    admin: true,
    ...options,
    replies: {
      system: {
        rootJson: (_params, _caller, { refuse }) => {
          if (plan === null) throw refuse(GEN.path);
          return { object: plan };
        },
        setRootJson: ({ object }) => {
          plan = object;
          return {};
        },
        ...more,
      },
      monitor: {
        timetable: () => {
          const isEnabled = plan?.['enable'] === 1;
          const row = { every: 0, ran: 0, running: 0, ended: 'never' } as const;
          const list = isEnabled ? [{ ...row, name: 'reboot', next: NEXT }] : [];
          return { list: [{ ...row, name: 'backup', next: 5 }, ...list] };
        },
      },
    },
  });
};
type PlanApp = Awaited<ReturnType<typeof renderPlan>>;

const planSwitch = (app: PagePart): HTMLElement => app.getByRole('switch', { name: 'Restart automatically' });
const isChecked = (toggle: HTMLElement): boolean => toggle.getAttribute('aria-checked') === 'true';
const timeField = (app: PagePart): HTMLInputElement => app.getByLabelText<HTMLInputElement>(/^At/);
const choose = async (app: PlanApp, field: string, option: string): Promise<void> => {
  await app.press(app.getByRole('combobox', { name: field }));
  await app.press(await app.findByRole('option', { name: option }));
};
const QUESTION = 'Discard what you typed?';

describe('scheduled reboot', () => {
  it('P-04 shows the stored plan and the next restart', async () => {
    const app = await renderPlan(WEEKLY);
    expect(app.getByText(`Next restart: ${formatTime(NEXT)}`)).toBeTruthy();
    expect(isChecked(planSwitch(app))).toBe(true);
    expect(app.getByRole('combobox', { name: 'How often' }).textContent).toContain('Every week');
    expect(app.getByRole('combobox', { name: 'On' }).textContent).toContain('Tuesday');
    expect(app.queryByRole('combobox', { name: 'On day' })).toBeNull();
    expect(timeField(app).value).toBe('03:15');
    expect(app.queryByText('Not saved yet')).toBeNull();
    expect(app.sent(GetRootJson)).toEqual([{ name: 'reboot_plan' }]);
  });

  it.each([
    ['no plan was ever written', null],
    ['a newer box has a plan of another form', { enable: 1, frequency: 'hour', time: '03:15' } as never],
  ])('offers Sunday night, switched off, where %s', async (_case, stored) => {
    const app = await renderPlan(stored);
    expect(isChecked(planSwitch(app))).toBe(false);
    expect(app.getByRole('combobox', { name: 'On' }).textContent).toContain('Sunday');
    expect(timeField(app).value).toBe('04:30');
    expect(app.queryByText('Not saved yet')).toBeNull();
  });

  it('says that it is loading, then that no restart is planned', async () => {
    const { reply, release } = holdReply<{ object: RebootPlan }>();
    const app = await renderPlan(null, { rootJson: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('No restart is planned.')).toBeNull();
    release({ object: { ...WEEKLY, enable: 0 } });
    await app.settled();
    expect(app.queryByRole('status', { name: 'Loading…' })).toBeNull();
    expect(timeField(app).value).toBe('03:15');
  });

  it('says why the plan cannot be read, shows no form, and tries again', async () => {
    let isBroken = true;
    const app = await renderPlan(null, {
      rootJson: (_params, _caller, { refuse }) => {
        throw refuse(isBroken ? GEN.invalid : GEN.path);
      },
    });
    expect(app.getByText('Value invalid')).toBeTruthy();
    expect(app.queryByRole('switch')).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(app.getByText('No restart is planned.')).toBeTruthy();
  });

  it('SYSTEM-16 sends the plan only when it is saved, and shows its next restart', async () => {
    const app = await renderPlan();
    await app.press(planSwitch(app));
    expect(app.getByText('Not saved yet')).toBeTruthy();
    expect(app.sent(SetRootJson)).toEqual([]);
    await choose(app, 'How often', 'Every month');
    expect(app.queryByRole('combobox', { name: 'On' })).toBeNull();
    expect(app.getByText('In a shorter month: on the last day')).toBeTruthy();
    await choose(app, 'On day', '31.');
    await app.type(timeField(app), '05:45');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toEqual([
      { name: 'reboot_plan', object: { enable: 1, frequency: 'month', time: '05:45', weekday: 7, day: 31 } },
    ]);
    expect(app.getByText(`Next restart: ${formatTime(NEXT)}`)).toBeTruthy();
    expect(app.queryByText('Not saved yet')).toBeNull();
    expect(await app.findByText('Saved')).toBeTruthy();
  });

  it('changes the weekday of a weekly plan, and asks for no day in a daily one', async () => {
    const app = await renderPlan(WEEKLY);
    await choose(app, 'On', 'Friday');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { frequency: 'week', weekday: 5 } }]);
    await choose(app, 'How often', 'Every day');
    for (const field of ['On', 'On day']) expect(app.queryByRole('combobox', { name: field })).toBeNull();
    await app.press('Save');
    expect(app.sent(SetRootJson).at(-1)).toMatchObject({ object: { frequency: 'day', time: '03:15' } });
  });

  it('cancels the restart when it is switched off', async () => {
    const app = await renderPlan(WEEKLY);
    await app.press(planSwitch(app));
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { enable: 0 } }]);
    expect(app.getByText('No restart is planned.')).toBeTruthy();
  });

  it('asks for the time at its field, and sends nothing without it', async () => {
    const app = await renderPlan();
    await app.type(timeField(app), '');
    expect(app.queryByText('Choose a time')).toBeNull();
    await app.press('Save');
    expect(timeField(app).getAttribute('aria-invalid')).toBe('true');
    expect(app.getByText('Choose a time')).toBeTruthy();
    expect(app.sent(SetRootJson)).toEqual([]);
    // Some browsers add seconds to the value of a time field.
    await app.type(timeField(app), '05:45:00');
    expect(app.queryByText('Choose a time')).toBeNull();
    fireEvent.submit(timeField(app));
    await app.settled();
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { time: '05:45' } }]);
  });

  it('says why the box refused the plan, and keeps what was chosen', async () => {
    const app = await renderPlan(null, {
      setRootJson: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await app.press(planSwitch(app));
    await app.press('Save');
    expect(app.getByRole('alert').textContent).toBe('No privilege');
    expect(isChecked(planSwitch(app))).toBe(true);
    expect(app.getByText('Not saved yet')).toBeTruthy();
    expect(app.queryByText('Saved')).toBeNull();
  });

  it('sends a plan once while it is being saved', async () => {
    const { reply, release } = holdReply<Record<string, never>>();
    const app = await renderPlan(null, { setRootJson: () => reply });
    await app.press(planSwitch(app));
    await app.press('Save');
    await expect(app.press('Save')).rejects.toThrow('is disabled');
    fireEvent.submit(timeField(app));
    await app.settled();
    expect(app.sent(SetRootJson)).toHaveLength(1);
    release({});
    await app.settled();
    expect(await app.findByText('Saved')).toBeTruthy();
  });

  it('asks before the window closes over a plan that is not saved', async () => {
    const app = await renderPlan();
    await app.press(planSwitch(app));
    await app.press('Close');
    const languages = app.scope.get(LanguagesToken);
    await app.dialog(QUESTION);
    act(() => {
      languages.use('zh-CN');
    });
    const translated = await app.dialog('放弃已输入的内容？');
    expect(['继续编辑', '放弃'].map((name) => translated.button(name).textContent)).toEqual(['继续编辑', '放弃']);
    act(() => {
      languages.use('en');
    });
    await (await app.dialog(QUESTION)).press('Keep editing');
    expect(isChecked(planSwitch(app))).toBe(true);
    await app.press('Close');
    await (await app.dialog(QUESTION)).press('Discard');
    expect(app.queryByRole('switch')).toBeNull();
    expect(app.sent(SetRootJson)).toEqual([]);
  });

  it.each([
    ['a change that was taken back', async (app: PlanApp) => app.press(planSwitch(app))],
    [
      'a weekday that the daily plan does not use',
      async (app: PlanApp) => {
        await choose(app, 'On', 'Monday');
        await choose(app, 'How often', 'Every day');
        await app.press('Save');
      },
    ],
  ])('closes without a question after %s', async (_case, takeBack) => {
    const app = await renderPlan();
    await app.press(planSwitch(app));
    await takeBack(app);
    await app.press(app.getAllByRole('button', { name: 'Close' })[0] ?? 'Close');
    expect(app.hasDialog(QUESTION)).toBe(false);
    expect(app.queryByRole('switch')).toBeNull();
  });

  it('is refused to a member in words', async () => {
    const app = await renderPlan(WEEKLY, {}, { admin: false });
    expect(app.queryByRole('switch')).toBeNull();
    expect(app.sent(GetRootJson)).toEqual([]);
    expect(await app.dialog('Scheduled reboot')).toBeTruthy();
  });

  it('reads in Chinese', async () => {
    const app = await renderPlan(WEEKLY, {}, { language: 'zh-CN' });
    expect(app.getByText(`下次重启：${formatTime(NEXT)}`)).toBeTruthy();
    expect(app.getByRole('combobox', { name: '星期' }).textContent).toContain('星期二');
    await app.press(app.getByRole('switch', { name: '定时重启' }));
    expect(app.getByText('尚未保存')).toBeTruthy();
    await app.press('关闭');
    expect((await app.dialog('放弃已输入的内容？')).button('继续编辑')).toBeTruthy();
  });

  it('asks before the page of a phone is left', async () => {
    const app = await renderPlan(null, {}, { phone: true });
    expect(app.getByRole('region', { name: 'Scheduled reboot' })).toBeTruthy();
    await app.press(planSwitch(app));
    const desktop = app.scope.get(DesktopToken);
    const leave = async (): Promise<PagePart> => {
      act(() => {
        for (const { id } of desktop.windows$.value) desktop.close(id);
      });
      return app.dialog(QUESTION);
    };
    await (await leave()).press('Keep editing');
    expect(isChecked(planSwitch(app))).toBe(true);
    await (await leave()).press('Discard');
    expect(app.queryByRole('switch')).toBeNull();
  });
});

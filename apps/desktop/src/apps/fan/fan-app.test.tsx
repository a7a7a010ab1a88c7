import { type DevStatus, type FanRule, GEN, GetDeviceStatus, GetRootJson, SetRootJson } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { fan } from './manifest.ts';

type FanNow = NonNullable<DevStatus['fan']>;
const RUNNING: FanNow = { temp: 52.5, rpm: 1240, runs: 1 };

const statusOf = (current: FanNow | null): DevStatus => ({
  box_uptime: 1,
  local_time: 1,
  cpu_info: { cpu_temp: 0, cpu_usage: 0 },
  memory_info: { memory_usage: 0, memory_total: 0, memory_used: 0, memory_cached: 0 },
  network_info: { netdev: [] },
  disk_info: { disk: [] },
  ...(current === null ? {} : { fan: current }),
});
const slot = (idx: number, hour: number, low: number, high: number, off: 0 | 1 = 0) => ({
  idx,
  hour,
  min: 0,
  off,
  temp_low: low * 1000,
  temp_high: high * 1000,
});
const DAY_AND_NIGHT: FanRule = { powers: [slot(0, 7, 45, 50), slot(1, 22, 60, 70)] };

type Replies = NonNullable<RenderAppOptions<'fan'>['replies']>;

/** A box with this fan and this stored rule; null is no fan, and no rule. */
const renderFan = (
  current: FanNow | null = RUNNING,
  stored: FanRule | null = DAY_AND_NIGHT,
  more: Replies = {},
  options: RenderAppOptions<'fan'> = {},
) => {
  let object: Readonly<Record<string, unknown>> | null = stored === null ? null : { ...stored };
  return renderApp(fan, {
    admin: true,
    ...options,
    replies: {
      monitor: { status: () => statusOf(current), ...more.monitor },
      system: {
        rootJson: (_params, _caller, { refuse }) => {
          if (object === null) throw refuse(GEN.path);
          return { object };
        },
        setRootJson: (params) => {
          ({ object } = params);
          return {};
        },
        ...more.system,
      },
    },
  });
};
type FanApp = Awaited<ReturnType<typeof renderFan>>;

const period = (app: FanApp, n: number) => within(app.getByRole('group', { name: `Period ${n}` }));
const START = 'Starts at, in °C';
const STOP = 'Stops below, in °C';
/** Types a temperature and leaves its field. */
const setTemperature = async (app: FanApp, n: number, label: string, value: string): Promise<void> => {
  const field = period(app, n).getByRole('textbox', { name: label });
  await app.type(field, value);
  fireEvent.blur(field);
  await app.settled();
};
const temperatures = (app: FanApp, n: number): readonly string[] =>
  [START, STOP].map((name) => period(app, n).getByRole<HTMLInputElement>('textbox', { name }).value);
const periodCount = (app: FanApp): number => app.getAllByRole('group', { name: /^Period \d/ }).length;
const closeWindow = async (app: FanApp): Promise<void> => {
  await app.press(within(app.getByRole('region', { name: 'Fan' })).getByRole('button', { name: 'Close' }));
};

describe('state of the fan', () => {
  it.each([
    [{ temp: 41, rpm: 1240, runs: 1 }, '41 °C', '1240 rpm'],
    [{ temp: 52.5, rpm: 0, runs: 1 }, '52.5 °C', 'Running'],
    [{ temp: 44, rpm: 900, runs: 0 }, '44 °C', 'Stopped'],
    [{ temp: 0, rpm: 0, runs: 0 }, 'not reported', 'Stopped'],
  ] as const)('P-26 SYSTEM-10: %j is shown as %s and %s', async (current, temperature, speed) => {
    const app = await renderFan(current);
    expect(app.getByText(temperature)).toBeTruthy();
    expect(app.getByText(speed)).toBeTruthy();
  });

  it('P-26: says in one sentence that there is no fan, and shows no form', async () => {
    const app = await renderFan(null);
    expect(app.getByText('This box has no fan that it can control.')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('says that it is loading, then the state', async () => {
    const { reply, release } = holdReply<DevStatus>();
    const app = await renderFan(RUNNING, null, { monitor: { status: () => reply } });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('This box has no fan that it can control.')).toBeNull();
    release(statusOf(RUNNING));
    await app.settled();
    expect(app.getByText('1240 rpm')).toBeTruthy();
  });

  it('says why the rule could not be read instead of proposing another, and loads it again', async () => {
    let isBroken = true;
    const app = await renderFan(RUNNING, null, {
      system: {
        rootJson: (_params, _caller, { refuse }) => {
          if (isBroken) throw refuse(GEN.invalid);
          return { object: { ...DAY_AND_NIGHT } };
        },
      },
    });
    expect(app.getByText('Value invalid')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Save' })).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(temperatures(app, 1)).toEqual(['50', '45']);
  });

  it('opens no window for a member and says why', async () => {
    const app = await renderFan(RUNNING, null, {}, { admin: false });
    const notice = await app.dialog('Fan');
    expect(notice.getByText('No permission: only an administrator of the box may do this')).toBeTruthy();
    await notice.press('OK');
    expect(app.sent(GetRootJson)).toEqual([]);
  });
});

describe('rule of the fan', () => {
  it('P-26 SYSTEM-11: proposes the default while no rule is set, and saves what was typed', async () => {
    const app = await renderFan(RUNNING, null);
    expect(app.getByText('Not set yet: the machine controls the fan itself.')).toBeTruthy();
    expect(temperatures(app, 1)).toEqual(['75', '75']);
    await setTemperature(app, 1, START, '50');
    await setTemperature(app, 1, STOP, '45');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toEqual([{ name: 'fan_rule', object: { powers: [slot(0, 0, 45, 50)] } }]);
    expect(app.queryByText(/^Not set yet/)).toBeNull();
    expect(await app.findByText('Saved')).toBeTruthy();
  });

  it('P-26: saves no stop temperature above the start temperature, and names the period', async () => {
    const app = await renderFan();
    await setTemperature(app, 2, STOP, '71');
    const text = 'Period 2: the stop temperature cannot be higher than the start temperature';
    expect(app.getByText(text)).toBeTruthy();
    await expect(app.press('Save')).rejects.toThrow('it is disabled');
    fireEvent.submit(app.button('Save'));
    await app.settled();
    expect(app.sent(SetRootJson)).toEqual([]);
    await setTemperature(app, 2, STOP, '70');
    expect(app.queryByText(text)).toBeNull();
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { powers: [slot(0, 7, 45, 50), slot(1, 22, 70, 70)] } }]);
  });

  it('saves no two periods that start at the same time', async () => {
    const app = await renderFan();
    await app.type(period(app, 2).getByLabelText(/^From/), '07:00');
    expect(app.getByText('Two periods start at the same time')).toBeTruthy();
    await expect(app.press('Save')).rejects.toThrow('it is disabled');
    await app.type(period(app, 2).getByLabelText(/^From/), '07:30');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([
      {
        object: {
          powers: [
            { hour: 7, min: 0 },
            { hour: 7, min: 30 },
          ],
        },
      },
    ]);
  });

  it('SYSTEM-11: switches the fan off with the preset, and back on with the other', async () => {
    const app = await renderFan();
    await app.press('Off');
    const off = period(app, 1).getByRole('switch', { name: 'Off in this period' });
    expect(off.getAttribute('aria-checked')).toBe('true');
    expect(period(app, 1).queryByRole('textbox', { name: START })).toBeNull();
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { powers: [{ hour: 0, off: 1 }] } }]);
    await app.press('From 75 °C on');
    expect(off.getAttribute('aria-checked')).toBe('false');
    expect(temperatures(app, 1)).toEqual(['75', '75']);
  });

  it('switches one period off', async () => {
    const app = await renderFan();
    await app.press(period(app, 2).getByRole('switch', { name: 'Off in this period' }));
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { powers: [{ off: 0 }, { off: 1 }] } }]);
  });

  it('adds a period one hour after the last, 24 at most, and removes periods but the last one', async () => {
    const app = await renderFan(RUNNING, null);
    expect(app.queryByRole('button', { name: 'Remove period 1' })).toBeNull();
    await app.press('Add a period');
    expect(period(app, 2).getByLabelText<HTMLInputElement>(/^From/).value).toBe('01:00');
    for (let count = 2; count < 24; count += 1) fireEvent.click(app.button('Add a period'));
    await app.settled();
    expect(periodCount(app)).toBe(24);
    await expect(app.press('Add a period')).rejects.toThrow('it is disabled');
    await app.press('Remove period 1');
    expect(periodCount(app)).toBe(23);
    expect(period(app, 1).getByLabelText<HTMLInputElement>(/^From/).value).toBe('01:00');
  });

  it('reports a refusal in words and keeps what was typed', async () => {
    const app = await renderFan(RUNNING, DAY_AND_NIGHT, {
      system: {
        setRootJson: (_params, _caller, { refuse }) => {
          throw refuse(GEN.failed, 'fan.absent');
        },
      },
    });
    await setTemperature(app, 1, START, '55');
    await app.press('Save');
    expect(app.getByText('This box has no fan that it can control')).toBeTruthy();
    expect(temperatures(app, 1)).toEqual(['55', '45']);
    expect(app.queryByText('Saved')).toBeNull();
  });

  it('closes an unchanged window at once, and asks before a changed one is closed', async () => {
    const app = await renderFan();
    await app.press('Add a period');
    await closeWindow(app);
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(periodCount(app)).toBe(3);
    await app.press('Remove period 3');
    await closeWindow(app);
    expect(app.queryByRole('region', { name: 'Fan' })).toBeNull();
    expect(app.sent(SetRootJson)).toEqual([]);
  });

  it('closes at once after it was saved, also when two periods were equal', async () => {
    const app = await renderFan();
    await app.press('Add a period');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toHaveLength(1);
    await closeWindow(app);
    expect(app.hasDialog('Discard what you typed?')).toBe(false);
    expect(app.queryByRole('region', { name: 'Fan' })).toBeNull();
  });

  it('asks before it is closed after a save that was refused', async () => {
    const app = await renderFan(RUNNING, DAY_AND_NIGHT, {
      system: {
        setRootJson: (_params, _caller, { refuse }) => {
          throw refuse(GEN.failed, 'fan.absent');
        },
      },
    });
    await app.press('Add a period');
    await app.press('Save');
    await closeWindow(app);
    expect(app.hasDialog('Discard what you typed?')).toBe(true);
  });

  it('reads in Chinese', async () => {
    const app = await renderFan(RUNNING, null, {}, { language: 'zh-CN' });
    expect(app.getByText('每分钟 1240 转')).toBeTruthy();
    expect(app.getByText('尚未设置，由机器自行控制。')).toBeTruthy();
    await app.press(within(app.getByRole('group', { name: '预设' })).getByRole('button', { name: '关闭' }));
    expect(app.getByRole('switch', { name: '此时段内停止' }).getAttribute('aria-checked')).toBe('true');
  });

  it('saves a rule on a phone', async () => {
    const app = await renderFan(RUNNING, DAY_AND_NIGHT, {}, { phone: true });
    await app.press('Remove period 2');
    await app.press('Save');
    expect(app.sent(SetRootJson)).toMatchObject([{ object: { powers: [slot(0, 7, 45, 50)] } }]);
    expect(app.sent(GetDeviceStatus).length).toBeGreaterThan(1);
  });
});

import { State, type UploadRun } from '@boxwood/domain';
import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trash } from '../../apps/trash/manifest.ts';
import { UploadsToken } from '../../composition/service-tokens.ts';
import { ScopeProvider } from '../../platform/react/scope.tsx';
import { renderApp } from '../../testing/render-app.tsx';
import { UploadPanel } from './UploadPanel.tsx';

const RUN: UploadRun = {
  at: 'running',
  files: 4,
  done: 1,
  failed: 0,
  bytes: 400,
  bytesDone: 100,
  bytesBefore: 100,
  rate: 0,
  secondsLeft: null,
  into: '/mnt/usb1/ann',
};

/** The panel over the real services, with a run that the test changes. */
const renderPanel = async (first: UploadRun) => {
  const app = await renderApp(trash, { replies: { trash: { list: () => ({ sum: 0, list: [] }) } } });
  const run = new State<UploadRun | null>(first);
  const uploads = app.scope.get(UploadsToken);
  Object.defineProperty(uploads, 'run$', { value: run.stream });
  const dismissRun = vi.spyOn(uploads, 'dismissRun').mockImplementation(() => {
    run.set(null);
  });
  render(
    <ScopeProvider scope={app.scope}>
      <UploadPanel />
    </ScopeProvider>,
  );
  return {
    app,
    uploads,
    dismissRun,
    panel: () => app.findByRole('region', { name: 'Uploads' }),
    isShown: () => app.queryByRole('region', { name: 'Uploads' }) !== null,
    change: (next: Partial<UploadRun>) => {
      act(() => {
        run.set({ ...RUN, ...next });
      });
    },
  };
};

it('shows a running upload after a moment, with what is done and the time that is left', async () => {
  const { isShown, panel, change } = await renderPanel(RUN);
  expect(isShown()).toBe(false);
  const shown = await panel();
  expect(shown.textContent).toContain('Uploading 4 files');
  expect(shown.textContent).toContain('1 of 4');
  change({ secondsLeft: 30 });
  expect(shown.textContent).toContain('less than a minute left');
  change({ secondsLeft: 150 });
  expect(shown.textContent).toContain('about 3 minutes left');
  change({ secondsLeft: 7200 });
  expect(shown.textContent).toContain('about 2 hours left');
});

it('pauses and continues all uploads', async () => {
  const { app, uploads, panel, change } = await renderPanel(RUN);
  const pauseAll = vi.spyOn(uploads, 'pauseAll').mockReturnValue();
  const resumeAll = vi.spyOn(uploads, 'resumeAll').mockReturnValue();
  await panel();
  await app.press('Pause all uploads');
  expect(pauseAll).toHaveBeenCalledTimes(1);
  change({ at: 'paused', secondsLeft: 30 });
  expect((await panel()).textContent).toContain('Upload of 4 files is paused');
  expect((await panel()).textContent).not.toContain('left');
  await app.press('Resume all uploads');
  expect(resumeAll).toHaveBeenCalledTimes(1);
});

it('stays hidden on demand, until files could not be uploaded', async () => {
  const { app, isShown, panel, change, dismissRun } = await renderPanel(RUN);
  await panel();
  await app.press('Hide uploads');
  change({ done: 2 });
  expect(isShown()).toBe(false);
  expect(dismissRun).not.toHaveBeenCalled();
  change({ at: 'ended', done: 3, failed: 1 });
  expect((await panel()).textContent).toContain('3 of 4 files uploaded');
});

it('says where the files are at the end, and closes', async () => {
  const { app, isShown, panel, dismissRun } = await renderPanel({ ...RUN, at: 'ended', done: 4 });
  expect((await panel()).textContent).toContain('4 files uploaded to');
  expect(app.button('Show')).toBeTruthy();
  await app.press('Close uploads');
  expect(dismissRun).toHaveBeenCalledTimes(1);
  expect(isShown()).toBe(false);
});

it('tries failed files again, and offers nothing to show when none was uploaded', async () => {
  const { app, uploads, panel } = await renderPanel({ ...RUN, at: 'ended', done: 0, failed: 4 });
  const retryAll = vi.spyOn(uploads, 'retryAll').mockReturnValue();
  expect((await panel()).textContent).toContain('4 files were not uploaded');
  expect(app.queryByRole('button', { name: 'Show' })).toBeNull();
  await app.press('Try again');
  expect(retryAll).toHaveBeenCalledTimes(1);
});

it('opens the uploads of the Task Centre with the details', async () => {
  const { app, panel, dismissRun } = await renderPanel(RUN);
  await panel();
  await app.press('Details');
  expect(app.opened()).toMatchObject([{ app: 'task-centre' }]);
  expect(dismissRun).not.toHaveBeenCalled();
});

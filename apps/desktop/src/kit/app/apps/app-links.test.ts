import { describe, expect, it } from 'vitest';
import { apps } from '../../../apps/index.ts';
import { plannedApps } from '../../../apps/planned/planned-app-manifests.ts';
import { PLANNED_APP_IDS } from './app-links.ts';

describe('the list of apps', () => {
  it('has every id once; the announced screens are those that only say so', () => {
    const ids = apps.map((app) => app.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(plannedApps.map((app) => app.id).toSorted()).toEqual(PLANNED_APP_IDS.toSorted());
  });

  it('has one title per app in each language, and no comma in it (titles are stored joined by commas, SHELL-38)', () => {
    for (const side of ['en', 'zh'] as const) {
      const titles = apps.map((app) => app.title[side]);
      expect(new Set(titles).size).toBe(titles.length);
      for (const title of titles) expect(title).not.toMatch(/[,，]/);
    }
  });
});

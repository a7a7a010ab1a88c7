import { existsSync } from 'node:fs';
import { defineStory } from './engine-story.ts';
import { startFirefox } from './firefox.ts';

const FIREFOX = '/usr/bin/firefox-esr';

defineStory('Firefox', existsSync(FIREFOX) ? () => startFirefox(FIREFOX) : null);

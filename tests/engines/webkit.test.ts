import { existsSync } from 'node:fs';
import { defineStory } from './engine-story.ts';
import { findMiniBrowser, startWebKit } from './webkit.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const browser = ['Xvfb', 'xdotool'].every((name) => existsSync(`/usr/bin/${name}`)) ? findMiniBrowser() : undefined;

defineStory('WebKit', browser !== undefined && existsSync(DRIVER) ? () => startWebKit(DRIVER, browser) : null);

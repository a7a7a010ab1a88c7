/** The demo users and their texts. Everything is fictional. */

export interface DemoUser {
  readonly user: string;
  readonly admin: boolean;
  readonly seed: number;
  /** From a range that is not assigned. */
  readonly mobile: string;
}

export const DEMO_USERS: readonly DemoUser[] = [
  { user: 'annabel', admin: true, seed: 11, mobile: '10000000011' },
  { user: 'robert1', admin: false, seed: 22, mobile: '10000000022' },
  { user: 'xiaoyun', admin: false, seed: 33, mobile: '10000000033' },
];
/** One password for all demo users. */
export const DEMO_PASSWORD = 'hedge-in-june';

/** Folders that the users share. */
export const SHARED_FOLDERS = [
  { owner: 'annabel', name: 'Seaside 海边', folder: 'Photos/2026 海边假期', members: ['robert1', 'xiaoyun'] },
  { owner: 'robert1', name: 'Music for everybody', folder: 'Music', members: ['annabel'] },
] as const;

/** Photo albums of trips: folder, first day, and approximate latitude and longitude in degrees. */
export const TRIPS = [
  ['2025 Spring in the hills', '2025-04-12', [46.56, 7.98]],
  ['2025 Lake summer', '2025-07-03', [45.99, 9.26]],
  ['2026 New Year 新年', '2026-01-01', [22.29, 114.17]],
  ['2026 海边假期', '2026-06-18', [24.45, 118.08]],
] as const;

export const LETTERS: readonly (readonly [name: string, lines: readonly [string, ...string[]]])[] = [
  [
    'Letter to the school',
    [
      'Letter to the school',
      'Dear Ms Okafor,',
      'Charlie has been ill since Monday and will be back on Thursday.',
      'Kind regards, Annabel',
    ],
  ],
  [
    'House insurance',
    [
      'House insurance',
      'Policy 88-1042. The premium for the coming year is 412.60.',
      'Claims are to be reported within fourteen days.',
    ],
  ],
  [
    'Garden plan 2026',
    [
      'Garden plan 2026',
      'Beds one and two: beans, peas, lettuce.',
      'Bed three: potatoes after last year’s cabbage.',
      'The boxwood hedge is cut in June and again in September.',
    ],
  ],
  ['家庭会议记录', ['家庭会议记录', '六月十八日至七月二日去海边。', '爷爷负责照看猫和花园。', '预算不超过八千元。']],
];

export const NOTES: readonly (readonly [name: string, text: string])[] = [
  ['Shopping list.txt', 'milk\nbread\nlemons\ncoffee\nbatteries AA\n'],
  ['Wifi in the cabin.txt', 'The network is on the card under the telephone.\n'],
  [
    'Recipe - potato soup.md',
    '# Potato soup\n\n- 1 kg potatoes\n- 2 leeks\n- marjoram\n\nCook for **30 minutes**, then mash half of it.\n\n| portions | potatoes |\n|---|---|\n| 4 | 1 kg |\n| 6 | 1.5 kg |\n',
  ],
  ['红烧肉.md', '# 红烧肉\n\n1. 五花肉切块焯水\n2. 炒糖色\n3. 小火炖四十分钟\n'],
  ['backup.sh', '#!/bin/sh\nset -eu\nboxwood put "$HOME/Pictures" --to Photos\n'],
  [
    'temperatures.py',
    'import csv\n\nwith open("temperatures.csv") as f:\n    rows = list(csv.reader(f))[1:]\nprint(max(float(r[1]) for r in rows))\n',
  ],
  [
    'settings.json',
    '{\n  "name": "living room lamp",\n  "on": "18:30",\n  "off": "23:00",\n  "days": [1, 2, 3, 4, 5]\n}\n',
  ],
  ['clock.js', 'const now = new Date();\nconsole.log(now.toLocaleTimeString());\n'],
  ['spiral.lua', 'for i = 1, 36 do\n  turtle.forward(i * 2)\n  turtle.right(50)\nend\n'],
  [
    'Hello.java',
    'class Hello {\n  public static void main(String[] args) {\n    System.out.println("Hello");\n  }\n}\n',
  ],
];

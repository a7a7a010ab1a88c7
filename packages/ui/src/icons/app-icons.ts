import {
  AppWindow,
  Bell,
  BookOpen,
  CalendarClock,
  CircleQuestionMark,
  CircleUser,
  Clapperboard,
  CloudDownload,
  CloudUpload,
  Cpu,
  Fan,
  FileText,
  Folder,
  FolderSync,
  Gauge,
  Globe,
  HardDrive,
  HardDriveDownload,
  History,
  Images,
  Info,
  KeyRound,
  LifeBuoy,
  Link,
  ListChecks,
  LockKeyhole,
  MessageCircle,
  MonitorDown,
  Music,
  Network,
  Package,
  Play,
  Power,
  Router,
  Search,
  Server,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Sun,
  SquareTerminal,
  Trash2,
  Usb,
  Users,
  Waypoints,
  Blocks,
  type LucideIcon,
} from 'lucide-react';

interface AppArt {
  readonly glyph: LucideIcon;
  readonly tint: Tint;
}

/** Icon colours: one hue for each kind of task. */
const tints = {
  amber: ['#f5b83d', '#d98a12'],
  green: ['#5fb56c', '#2c7a3d'],
  teal: ['#35b3a6', '#0f7c78'],
  blue: ['#5a9df2', '#2563c9'],
  indigo: ['#8186ee', '#4b4cc4'],
  violet: ['#b57be0', '#7c3fb5'],
  pink: ['#ee7ba8', '#c23d75'],
  red: ['#f0776a', '#c43a31'],
  orange: ['#f79a53', '#d3611a'],
  sky: ['#56bff0', '#1481bd'],
  rose: ['#e98a9c', '#b3405a'],
  brown: ['#bd9068', '#7f5535'],
  moss: ['#8aa352', '#55701d'],
  slate: ['#8593a3', '#4d5a69'],
  graphite: ['#5d675f', '#2b322d'],
} as const;

type Tint = keyof typeof tints;
const art = (glyph: LucideIcon, tint: Tint): AppArt => ({ glyph, tint });

const apps = {
  files: art(Folder, 'amber'),
  photos: art(Images, 'pink'),
  'photo-viewer': art(Sun, 'pink'),
  music: art(Music, 'red'),
  video: art(Play, 'indigo'),
  media: art(Clapperboard, 'indigo'),
  documents: art(FileText, 'blue'),
  reader: art(BookOpen, 'orange'),
  downloads: art(CloudDownload, 'indigo'),
  uploads: art(CloudUpload, 'teal'),
  tasks: art(ListChecks, 'blue'),
  settings: art(Settings, 'slate'),
  about: art(Info, 'slate'),
  'box-info': art(Server, 'green'),
  account: art(CircleUser, 'violet'),
  users: art(Users, 'rose'),
  messages: art(MessageCircle, 'green'),
  notices: art(Bell, 'red'),
  status: art(Gauge, 'teal'),
  processor: art(Cpu, 'teal'),
  activity: art(History, 'orange'),
  disks: art(HardDrive, 'slate'),
  usb: art(Usb, 'brown'),
  containers: art(Package, 'blue'),
  market: art(ShoppingBag, 'pink'),
  services: art(Blocks, 'violet'),
  shares: art(Link, 'sky'),
  trash: art(Trash2, 'graphite'),
  safe: art(LockKeyhole, 'moss'),
  private: art(KeyRound, 'indigo'),
  backup: art(HardDriveDownload, 'blue'),
  'computer-backup': art(MonitorDown, 'blue'),
  sync: art(FolderSync, 'teal'),
  network: art(Network, 'indigo'),
  domain: art(Globe, 'blue'),
  nat: art(Waypoints, 'violet'),
  router: art(Router, 'slate'),
  schedule: art(CalendarClock, 'orange'),
  fan: art(Fan, 'teal'),
  power: art(Power, 'red'),
  firmware: art(ShieldCheck, 'green'),
  search: art(Search, 'pink'),
  terminal: art(SquareTerminal, 'graphite'),
  feedback: art(LifeBuoy, 'pink'),
  help: art(CircleQuestionMark, 'red'),
  app: art(AppWindow, 'slate'),
} as const satisfies Record<string, AppArt>;

/** Names of the drawn app icons. */
export type AppIconName = keyof typeof apps;
export const appIconNames: readonly AppIconName[] = Object.keys(apps).filter((name): name is AppIconName =>
  Object.hasOwn(apps, name),
);

/** @returns the glyph and the two end colours of the tile's gradient */
export function appIconDesign(name: AppIconName): {
  readonly glyph: LucideIcon;
  readonly gradientFrom: string;
  readonly gradientTo: string;
} {
  const { glyph, tint } = apps[name];
  const [gradientFrom, gradientTo] = tints[tint];
  return { glyph, gradientFrom, gradientTo };
}

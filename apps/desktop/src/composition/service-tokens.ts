import type { Client } from '@boxwood/command-bus';
import type {
  OfflineQueue,
  BoxEvent,
  BoxLink,
  BoxChangeFeed,
  Boxes,
  DomainClock,
  Desktop,
  Disks,
  EventStore,
  Favourites,
  Files,
  Journal,
  SlowCalls,
  Leadership,
  Messages,
  Notifications,
  Offers,
  ProtectedArea,
  EventRecorder,
  SafeGate,
  Session,
  Settings,
  Setup,
  State,
  StateStream,
  Tasks,
  Uploads,
} from '@boxwood/domain';
import type { Launcher } from '../kit/app/apps/launcher.ts';
import type { Languages } from '../platform/i18n/languages.ts';
import type { LinkHints } from '../shell/routes/session-handover.ts';
import type { BackNavigationSteps } from '../shell/routes/back-navigation-steps.ts';
import type { Router } from '../shell/routes/router.ts';
import type { ShellState } from '../shell/shell-state.ts';
import type { Appearance } from '../platform/theme/appearance.ts';
import { token } from './service-scope.ts';
import type { FileUrls } from './file-urls.ts';
import type { Playback } from '../kit/media/playback.ts';
import type { RestorableWindows } from './restorable-windows.ts';
import type { FolderCache } from './folder-cache.ts';
import type { ServingBox } from './serving-box.ts';
import type { SessionScopes } from './session-scopes.ts';

/** Services of the page (root scope). */
export const VisibleToken = token<StateStream<boolean>>('PageVisible');
/** Data that a link carried in the fragment of the address. */
export const LinkHintsToken = token<LinkHints>('Hints');
export const ServingBoxToken = token<ServingBox>('ServingBox');
export const AccountClientToken = token<Client>('AccountClient');
export const ClockToken = token<DomainClock>('Clock');
/** Records what the services of the page do, for the activity history of the user who signs in. */
export const RecorderToken = token<EventRecorder>('Recorder');
export const SettingsToken = token<Settings>('Settings');
/** Windows of a session that ended, restored at the next sign-in. */
export const RestorableWindowsToken = token<RestorableWindows>('LeftWindows');
export const SlowCallsToken = token<SlowCalls>('LateCalls');
export const SessionToken = token<Session>('Session');
export const BoxesToken = token<Boxes>('Boxes');
export const SetupToken = token<Setup>('Setup');
export const LanguagesToken = token<Languages>('Languages');
export const RouterToken = token<Router>('Router');
export const SessionScopeToken = token<SessionScopes>('SessionScopes');
export const AppearanceToken = token<Appearance>('Appearance');

/** Services of one session (session scope), closed at logout. */
export const BoxClientToken = token<Client>('BoxClient');
export const LinkToken = token<BoxLink>('BoxLink');
/** The account name of the signed-in user. */
export const UserToken = token<string>('User');
export const StoreToken = token<EventStore<BoxEvent>>('EventStore');
/** True while this tab polls on behalf of all tabs of the user. */
export const LeadershipToken = token<Leadership>('Leadership');
export const FileUrlsToken = token<FileUrls>('FileAddresses');
export const DesktopToken = token<Desktop>('Desktop');
export const BackStepsToken = token<BackNavigationSteps>('BackSteps');
export const ShellToken = token<ShellState>('Shell');
export const LauncherToken = token<Launcher>('Launcher');
/** The music player of this tab, once the user has opened music. */
export const PlayingToken = token<State<Playback | null>>('Playing');
export const NotificationsToken = token<Notifications>('Notifications');
/** Actions that the user performs while offline. */
export const OfflineQueueToken = token<OfflineQueue>('Acts');
/** Cached folder listings for offline use. */
export const FolderCacheToken = token<FolderCache>('Recall');
export const FavouritesToken = token<Favourites>('Favourites');
export const OffersToken = token<Offers>('Offers');
export const FilesToken = token<Files>('Files');
export const UploadsToken = token<Uploads>('Uploads');
export const TasksToken = token<Tasks>('Tasks');
export const MessagesToken = token<Messages>('Messages');
export const ChangesToken = token<BoxChangeFeed>('Changes');
export const JournalToken = token<Journal>('Journal');
export const DisksToken = token<Disks>('Disks');
export const SafeGatesToken = token<Readonly<Record<ProtectedArea, SafeGate>>>('SafeGates');

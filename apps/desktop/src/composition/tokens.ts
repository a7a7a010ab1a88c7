import type { Client } from '@boxwood/command-bus';
import type {
  Acts,
  BoxEvent,
  BoxLink,
  Changes,
  Boxes,
  Clock,
  Desktop,
  Disks,
  EventStore,
  Favourites,
  Files,
  Journal,
  LateCalls,
  Leadership,
  Messages,
  Notifications,
  Offers,
  GatedArea,
  Recorder,
  SafeGate,
  Session,
  Settings,
  Setup,
  State,
  StateStream,
  Tasks,
  Uploads,
} from '@boxwood/domain';
import type { Launcher } from '../app-kit/launcher.ts';
import type { Languages } from '../i18n/languages.ts';
import type { Hints } from '../routes/hand-over.ts';
import type { BackSteps } from '../routes/back-steps.ts';
import type { Router } from '../routes/router.ts';
import type { ShellState } from '../shell/shell-state.ts';
import type { Appearance } from '../theme/appearance.ts';
import { token } from './service-scope.ts';
import type { FileAddresses } from './file-addresses.ts';
import type { Playback } from '../media-kit/playback.ts';
import type { LeftWindows } from './left-windows.ts';
import type { Recall } from './recall.ts';
import type { ServingBox } from './serving-box.ts';
import type { SessionScopes } from './session-scopes.ts';

/** Services of the page (root scope). */
export const VisibleToken = token<StateStream<boolean>>('PageVisible');
/** Data that a link carried in the fragment of the address. */
export const HintsToken = token<Hints>('Hints');
export const ServingBoxToken = token<ServingBox>('ServingBox');
export const AccountClientToken = token<Client>('AccountClient');
export const ClockToken = token<Clock>('Clock');
/** Records what the services of the page do, for the activity history of the user who signs in. */
export const RecorderToken = token<Recorder>('Recorder');
export const SettingsToken = token<Settings>('Settings');
/** Windows of a session that ended, restored at the next sign-in. */
export const LeftWindowsToken = token<LeftWindows>('LeftWindows');
export const LateCallsToken = token<LateCalls>('LateCalls');
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
export const LeadsToken = token<Leadership>('Leadership');
export const FileAddressesToken = token<FileAddresses>('FileAddresses');
export const DesktopToken = token<Desktop>('Desktop');
export const BackStepsToken = token<BackSteps>('BackSteps');
export const ShellToken = token<ShellState>('Shell');
export const LauncherToken = token<Launcher>('Launcher');
/** The music player of this tab, once the user has opened music. */
export const PlayingToken = token<State<Playback | null>>('Playing');
export const NotificationsToken = token<Notifications>('Notifications');
/** Actions that the user performs while offline. */
export const ActsToken = token<Acts>('Acts');
/** Cached folder listings for offline use. */
export const RecallToken = token<Recall>('Recall');
export const FavouritesToken = token<Favourites>('Favourites');
export const OffersToken = token<Offers>('Offers');
export const FilesToken = token<Files>('Files');
export const UploadsToken = token<Uploads>('Uploads');
export const TasksToken = token<Tasks>('Tasks');
export const MessagesToken = token<Messages>('Messages');
export const ChangesToken = token<Changes>('Changes');
export const JournalToken = token<Journal>('Journal');
export const DisksToken = token<Disks>('Disks');
export const SafeGatesToken = token<Readonly<Record<GatedArea, SafeGate>>>('SafeGates');

/**
 * Which modules of the desktop are built into which chunk. Sources are named by their path from the root of the repository,
 * packages by the start of their path below `node_modules`. Modules that no chunk lists are split by Rolldown.
 *
 * The modules of the first page come as few files: each small file costs a slow connection as much as ten more kilobytes, and
 * a browser loads only six at a time.
 */
export interface PageChunk {
  /** Name of the built file, before its hash. */
  readonly name: string;
  /** A module that several chunks list belongs to the one with the highest priority. */
  readonly priority: number;
  readonly modules: readonly string[];
}

export const PAGE_CHUNKS: readonly PageChunk[] = [
  {
    // The first page of every signed-in user.
    name: 'shell',
    priority: 1,
    modules: [
      'apps/desktop/src/kit/app/apps/AppContent.tsx',
      'apps/desktop/src/kit/app/window-states/ErrorBoundary.tsx',
      'apps/desktop/src/kit/app/PersonAvatar.tsx',
      'apps/desktop/src/kit/app/window-states/WindowSkeleton.tsx',
      'apps/desktop/src/kit/app/window-states/WindowStates.tsx',
      'apps/desktop/src/kit/app/apps/launcher.ts',
      'apps/desktop/src/kit/app/phone-page.ts',
      'apps/desktop/src/kit/app/product.ts',
      'apps/desktop/src/kit/files/use-file-addresses.ts',
      'apps/desktop/src/kit/files/file-places.ts',
      'apps/desktop/src/kit/files/receive/LazyUploadQuestion.tsx',
      'apps/desktop/src/kit/files/receive/read-dropped.ts',
      'apps/desktop/src/kit/files/receive/upload-tree.ts',
      'apps/desktop/src/kit/files/receive/use-upload-files.ts',
      'apps/desktop/src/kit/files/save-url.ts',
      'apps/desktop/src/platform/clipboard.ts',
      'apps/desktop/src/platform/tab-storage.ts',
      'apps/desktop/src/platform/react/lazy-service.ts',
      'apps/desktop/src/platform/react/use-back-steps.ts',
      'apps/desktop/src/shell/Home.tsx',
      'apps/desktop/src/shell/panels/LazyPanels.tsx',
      'apps/desktop/src/shell/notices/ConnectionBanner.tsx',
      'apps/desktop/src/shell/player/LazyMiniPlayer.tsx',
      'apps/desktop/src/shell/Shell.tsx',
      'apps/desktop/src/shell/welcome/Welcome.tsx',
      'apps/desktop/src/shell/messages.ts',
      'apps/desktop/src/shell/shell-state.ts',
      'apps/desktop/src/shell/windows/use-window-title.ts',
      'packages/box-sdk/src/files/archive-rules.ts',
      'packages/box-sdk/src/files/file-limits.ts',
      'packages/box-sdk/src/files/file-model.ts',
      'packages/box-sdk/src/files/file-names.ts',
      'packages/box-sdk/src/files/natural-order.ts',
      'packages/box-sdk/src/files/file-queries.ts',
      'packages/box-sdk/src/files/pinyin-syllables.ts',
      'packages/box-sdk/src/request-limits.ts',
      'packages/command-bus/src/codecs/combined.ts',
      'packages/domain/src/browser/broadcast-channel.ts',
      'packages/domain/src/browser/file-handle-store.ts',
      'packages/domain/src/browser/leader-claims.ts',
      'packages/domain/src/browser/browser-page.ts',
      'packages/domain/src/browser/browser-storage.ts',
      'packages/domain/src/files/file-paths.ts',
      'packages/domain/src/model.ts',
      'packages/domain/src/store/box-store.ts',
      'packages/domain/src/store/tab-channel.ts',
      'packages/domain/src/store/event-log.contract.ts',
      'packages/domain/src/store/event-log.ts',
      'packages/domain/src/store/event-store.ts',
      'packages/domain/src/store/log-compaction.ts',
      'packages/domain/src/store/projection-states.ts',
      'packages/domain/src/store/idb-log.ts',
      'packages/domain/src/store/tab-leadership.ts',
      'packages/domain/src/store/memory-log.ts',
      'packages/domain/src/store/projection.ts',
      'packages/domain/src/store/recorded.ts',
      'packages/domain/src/store/event-recorder.ts',
      'packages/domain/src/store/applied-events.ts',
      'packages/ui/src/base/back-navigation.ts',
      'packages/ui/src/base/focus-origin.ts',
      'packages/ui/src/base/abort-image-load.ts',
      'packages/ui/src/base/long-press.ts',
      'packages/ui/src/base/use-image-retry.ts',
      'packages/ui/src/base/use-escape.ts',
      'packages/ui/src/base/use-latest.ts',
      'packages/ui/src/base/use-deferred-overscan.ts',
      'packages/ui/src/base/use-element-width.ts',
      'packages/ui/src/base/zoom-factor.ts',
      'packages/ui/src/dialog/dialog-scope.ts',
      'packages/ui/src/dnd/drag-data.ts',
      'packages/ui/src/dnd/lazy-drag-and-drop.ts',
      'packages/ui/src/dnd/use-drop-target.ts',
      'packages/ui/src/icons/icons.module.css',
      'packages/ui/src/menu/ContextMenuArea.tsx',
      'packages/ui/src/menu/Menu.tsx',
      'packages/ui/src/menu/PointMenu.tsx',
      'lucide-react/dist/esm/icons/x.',
      'lucide-react/dist/esm/icons/ellipsis.',
      'lucide-react/dist/esm/icons/chevron-down.',
      'lucide-react/dist/esm/icons/chevron-right.',
      'lucide-react/dist/esm/icons/rotate-cw.',
      'lucide-react/dist/esm/icons/shapes.',
      'lucide-react/dist/esm/icons/plus.',
      'lucide-react/dist/esm/icons/upload.',
      'lucide-react/dist/esm/icons/refresh-cw.',
      'lucide-react/dist/esm/icons/layout-grid.',
      'lucide-react/dist/esm/icons/copy.',
      'lucide-react/dist/esm/icons/minus.',
      'lucide-react/dist/esm/icons/layers.',
      'lucide-react/dist/esm/icons/monitor.',
      'lucide-react/dist/esm/icons/message-square.',
      'lucide-react/dist/esm/icons/users.',
      'lucide-react/dist/esm/icons/folder.',
      'lucide-react/dist/esm/icons/images.',
      'lucide-react/dist/esm/icons/search.',
      'lucide-react/dist/esm/icons/trash.',
      'lucide-react/dist/esm/icons/pin-off.',
    ],
  },
  {
    // The services of a signed-in session, and how a session starts.
    name: 'session',
    priority: 0.95,
    modules: [
      'apps/desktop/src/composition/ports/session-ports.ts',
      'apps/desktop/src/composition/session-services.ts',
    ],
  },
  {
    // The layout of windows, and what the timeline shares with lists.
    name: 'window',
    priority: 0.92,
    modules: [
      'apps/desktop/src/kit/app/window-states/LoadState.tsx',
      'packages/ui/src/base/may-take-focus.ts',
      'packages/ui/src/data-list/selection.ts',
      'packages/ui/src/feedback/States.tsx',
      'packages/ui/src/field/SearchBox.tsx',
      'packages/ui/src/layout/AppLayout.tsx',
      'packages/ui/src/layout/SplitView.tsx',
      'packages/ui/src/layout/layout.module.css',
      'packages/ui/src/navigation/Sidebar.tsx',
      'packages/ui/src/navigation/Toolbar.tsx',
      'packages/ui/src/navigation/navigation.module.css',
      'packages/ui/src/phone/FastScroller.tsx',
      'packages/ui/src/phone/fast-scroller.module.css',
      'lucide-react/dist/esm/icons/check.',
      'lucide-react/dist/esm/icons/folder-open.',
      'lucide-react/dist/esm/icons/pencil.',
      'lucide-react/dist/esm/icons/download.',
      'lucide-react/dist/esm/icons/image.',
      'lucide-react/dist/esm/icons/film.',
      'lucide-react/dist/esm/icons/zoom-out.',
    ],
  },
  {
    // What surrounds files wherever they are shown: the first page of a phone, a window, the list of another app.
    name: 'file-kit',
    priority: 0.9,
    modules: [
      'apps/desktop/src/kit/app/format-units.ts',
      'apps/desktop/src/kit/app/early-keyboard.ts',
      'apps/desktop/src/apps/files/messages.ts',
      'apps/desktop/src/apps/files/parts/browser/use-root-name.ts',
      'apps/desktop/src/kit/files/history/RecentSearches.tsx',
      'apps/desktop/src/kit/files/Thumb.tsx',
      'apps/desktop/src/kit/files/actions/use-pending-actions.ts',
      'apps/desktop/src/kit/files/file-kinds.ts',
      'apps/desktop/src/kit/files/messages.ts',
      'apps/desktop/src/kit/files/history/recent-searches.ts',
      'apps/desktop/src/kit/files/use-favourites.ts',
      'apps/desktop/src/kit/files/use-open-file.ts',
      'apps/desktop/src/kit/files/use-display-path.ts',
      'packages/ui/src/icons/FileIcon.tsx',
      'packages/ui/src/icons/file-types.ts',
      'packages/ui/src/phone/FloatingButton.tsx',
      'packages/ui/src/phone/PhoneHeader.tsx',
      'packages/ui/src/phone/PullToRefresh.tsx',
      'packages/ui/src/phone/phone.module.css',
      'lucide-react/dist/esm/icons/folder-plus.',
      'lucide-react/dist/esm/icons/arrow-left.',
      'lucide-react/dist/esm/icons/share-2.',
      'lucide-react/dist/esm/icons/smartphone.',
    ],
  },
  {
    // Lists with many rows.
    name: 'lists',
    priority: 0.8,
    modules: [
      'apps/desktop/src/kit/app/use-relative-time.ts',
      'packages/ui/src/data-list/Collection.tsx',
      'packages/ui/src/data-list/DataList.tsx',
      'packages/ui/src/data-list/IconGrid.tsx',
      'packages/ui/src/data-list/ColumnResizeHandle.tsx',
      'packages/ui/src/data-list/collection-context-menu.ts',
      'packages/ui/src/data-list/collection-pointer.ts',
      'packages/ui/src/data-list/data-list.module.css',
      'packages/ui/src/data-list/grid-geometry.ts',
      'packages/ui/src/data-list/double-tap-guard.ts',
      'packages/ui/src/data-list/suppress-click.ts',
      'packages/ui/src/data-list/touch-range-select.ts',
      'packages/ui/src/data-list/type-ahead.ts',
      'packages/ui/src/data-list/use-collection-keys.ts',
      'packages/ui/src/data-list/use-reach-end.ts',
    ],
  },
  {
    // The first page of a phone.
    name: 'phone',
    priority: 0.6,
    modules: ['apps/desktop/src/apps/files/start/FilesStart.tsx', 'apps/desktop/src/shell/phone/PhoneShell.tsx'],
  },
  {
    // The window of a folder. It includes the few modules of the phone page, because one more file costs more than their two kilobytes.
    name: 'folder',
    priority: 0.5,
    modules: [
      'apps/desktop/src/apps/files/index.tsx',
      'apps/desktop/src/apps/files/parts/FilesWindow.tsx',
      'apps/desktop/src/apps/files/parts/FilesPhoneFrame.tsx',
    ],
  },
  {
    // What a desktop loads at once and a phone loads with More: app icons, the messages of bars and menus, user profiles.
    name: 'desktop',
    priority: 0.498,
    modules: [
      'apps/desktop/src/kit/app/profile-service.ts',
      'apps/desktop/src/shell/desktop/desktop-messages.ts',
      'packages/ui/src/icons/AppIcon.tsx',
    ],
  },
  {
    // What only the windowed desktop has.
    name: 'frame',
    priority: 0.495,
    modules: [
      'apps/desktop/src/shell/desktop/DesktopFrame.tsx',
      'apps/desktop/src/shell/desktop/DesktopIcons.tsx',
      'apps/desktop/src/shell/windows/ShellWindow.tsx',
      'apps/desktop/src/shell/desktop/DesktopSurface.tsx',
      'apps/desktop/src/shell/top-bar/TopBar.tsx',
      'apps/desktop/src/shell/desktop/Wallpaper.tsx',
      'apps/desktop/src/shell/windows/WindowBar.tsx',
      'apps/desktop/src/shell/desktop/desktop-items.ts',
      'lucide-react/dist/esm/icons/square.',
    ],
  },
  {
    // The undo keys of every window that shows files, so that no window loads the code of another one for them.
    name: 'undo-keys',
    priority: 0.494,
    modules: ['apps/desktop/src/kit/files/UndoKeys.tsx'],
  },
  {
    // Actions in a folder: loaded with the window on a desktop, lazily on a phone.
    name: 'tools',
    priority: 0.492,
    modules: [
      'apps/desktop/src/apps/files/parts/PhoneTools.tsx',
      'apps/desktop/src/apps/files/parts/PasteKeys.tsx',
      'apps/desktop/src/apps/files/parts/SearchBar.tsx',
      'apps/desktop/src/apps/files/parts/action-menu.tsx',
      'apps/desktop/src/apps/files/parts/browser/use-view-menu.ts',
    ],
  },
  {
    // What is known about pictures wherever they are shown.
    name: 'pictures',
    priority: 0.49,
    modules: [
      'apps/desktop/src/kit/files/pictures/FaceImage.tsx',
      'apps/desktop/src/kit/files/pictures/photo-undo-service.ts',
      'apps/desktop/src/kit/files/pictures/people-service.ts',
      'apps/desktop/src/kit/files/pictures/photos-service.ts',
      'apps/desktop/src/kit/files/pictures/location-name.ts',
      'apps/desktop/src/kit/files/pictures/use-day-names.ts',
    ],
  },
  {
    // The timeline of Photos.
    name: 'timeline',
    priority: 0.48,
    modules: [
      'apps/desktop/src/apps/photos/album-messages.ts',
      'apps/desktop/src/apps/photos/index.tsx',
      'apps/desktop/src/apps/photos/messages.ts',
      'apps/desktop/src/apps/photos/parts/timeline/TimelinePage.tsx',
      'apps/desktop/src/apps/photos/parts/timeline/PhotoTimeline.tsx',
      'apps/desktop/src/apps/photos/parts/lazy-parts.tsx',
      'apps/desktop/src/apps/photos/people-messages.ts',
      'apps/desktop/src/apps/photos/photos.module.css',
      'apps/desktop/src/apps/photos/place-messages.ts',
      'apps/desktop/src/apps/photos/object-messages.ts',
      'apps/desktop/src/apps/photos/album-upload-messages.ts',
      'apps/desktop/src/kit/files/pictures/use-add-pictures.tsx',
      'apps/desktop/src/kit/media/format-duration.ts',
      'packages/ui/src/timeline/BucketView.tsx',
      'packages/ui/src/timeline/Scrubber.tsx',
      'packages/ui/src/timeline/Timeline.tsx',
      'packages/ui/src/timeline/timeline-keys.ts',
      'packages/ui/src/timeline/timeline-layout.ts',
      'packages/ui/src/timeline/timeline-model.ts',
      'packages/ui/src/timeline/pinch-gesture.ts',
      'packages/ui/src/timeline/tile-positions.ts',
      'packages/ui/src/timeline/timeline.module.css',
      'packages/ui/src/timeline/use-timeline-position.ts',
      'packages/ui/src/timeline/use-rapid-scroll.ts',
      'packages/ui/src/timeline/use-bucket-rows.ts',
    ],
  },
  {
    // The messages of failures, which the sign-in page loads as well.
    name: 'failure-messages',
    priority: 0.45,
    modules: [
      'apps/desktop/src/platform/i18n/failure-messages.ts',
      'apps/desktop/src/platform/i18n/domain-messages.ts',
    ],
  },
  {
    // What sheets, dialogs and menus are built from.
    name: 'overlay',
    priority: 0.4,
    modules: [
      'packages/ui/src/base/use-close-on-back.ts',
      'packages/ui/src/dialog/ConfirmDialog.tsx',
      'packages/ui/src/dialog/Dialog.tsx',
      'packages/ui/src/dialog/use-return-focus.ts',
      '@base-ui/react/use-button/',
    ],
  },
  {
    // Menus as sheets on a phone.
    name: 'sheets',
    priority: 0.3,
    modules: ['packages/ui/src/phone/SheetMenu.tsx'],
  },
  {
    // Panels of the shell above windows and pages, and the dialogs that ask for a name, a location or a password.
    name: 'panels',
    priority: 0.2,
    modules: [
      'apps/desktop/src/apps/files/dialogs/NewFolderDialog.tsx',
      'apps/desktop/src/apps/files/parts/EntryLocation.tsx',
      'apps/desktop/src/apps/files/parts/browser/use-entry-location.ts',
      'apps/desktop/src/kit/files/FormDialog.tsx',
      'apps/desktop/src/kit/files/gate/Gate.tsx',
      'apps/desktop/src/kit/files/gate/gate.module.css',
      'apps/desktop/src/kit/files/gate/messages.ts',
      'apps/desktop/src/kit/files/picker/FolderNameDialog.tsx',
      'apps/desktop/src/kit/files/picker/PickerDialog.tsx',
      'apps/desktop/src/kit/files/picker/messages.ts',
      'apps/desktop/src/kit/files/picker/picker.module.css',
      'apps/desktop/src/kit/files/picker/pickers-service.ts',
      'apps/desktop/src/kit/files/receive/UploadQuestionDialog.tsx',
      'apps/desktop/src/shell/panels/Panels.tsx',
    ],
  },
  {
    // Passing an address to another device: the LAN address, its QR code, links for a new password.
    name: 'house',
    priority: 0.1,
    modules: [
      'apps/desktop/src/kit/app/home-network-url.ts',
      'apps/desktop/src/shell/routes/password-link.ts',
      'packages/account-sdk/src/roster/password-link-commands.ts',
      'packages/domain/src/profile/password-links.ts',
      'packages/ui/src/qr/QrCode.tsx',
    ],
  },
];

/** A test for Rolldown: whether a module id (an absolute path, perhaps with a query) is one of the chunk's modules. */
export const isModuleOf = ({ modules }: PageChunk): ((id: string) => boolean) => {
  const sources = new Set(modules.filter((path) => /^(apps|packages)\//.test(path)));
  const packages = modules.filter((path) => !sources.has(path));
  return (id) => {
    const [path = ''] = id.split('?');
    const source = /\/((?:apps\/desktop|packages\/[^/]+)\/src\/.+)$/.exec(path)?.[1];
    if (source !== undefined && !path.includes('/node_modules/')) return sources.has(source);
    const inPackage = path.split('/node_modules/').at(-1) ?? '';
    return packages.some((start) => inPackage.startsWith(start));
  };
};

export { attachDragAndDrop } from './collection-drag.ts';
export { attachDropTarget } from './drop-target.ts';
export { attachSource } from './source.ts';

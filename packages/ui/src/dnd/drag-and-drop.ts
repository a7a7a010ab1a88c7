export { attachDragAndDrop } from './collection-drag.ts';
export { attachDropTarget } from './drop-target.ts';
export { attachDragSource } from './drag-source.ts';

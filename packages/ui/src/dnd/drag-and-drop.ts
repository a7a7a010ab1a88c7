export { attachDragAndDrop } from './list-drag-and-drop.ts';
export { attachDropTarget } from './drop-target.ts';
export { attachDragSource } from './drag-source.ts';

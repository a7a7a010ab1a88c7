/** An in-memory storage box written from the specification alone, for tests of client programs. */
export type { BoxUser } from './user.ts';
export { heldClock, realClock } from './clock.ts';
export type { Clock, HeldClock } from './clock.ts';
export type { Fault, FaultRule } from './faults/faults.ts';
export { parseFault } from './faults/parse.ts';
export type { Asked } from './http/server.ts';
export { MODELS } from './models.ts';
export type { Model } from './models.ts';
export { createSimulatedBox, FAMILY } from './simulator.ts';
export type { SimulatedBox, SimulatorOptions } from './simulator.ts';
export type { FileNode, FolderNode, LinkNode, Tree, TreeNode } from './tree/tree.ts';

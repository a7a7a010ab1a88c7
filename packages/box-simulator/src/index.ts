/** An in-memory storage box written from the specification alone, for tests of client programs. */
export type { BoxUser } from './box-user.ts';
export { manualClock, realClock } from './simulator-clock.ts';
export type { SimulatorClock, ManualClock } from './simulator-clock.ts';
export type { Fault, FaultRule } from './faults/fault-rules.ts';
export { parseFault } from './faults/parse-fault.ts';
export type { RecordedRequest } from './http/simulator-server.ts';
export { MODELS } from './box-models.ts';
export type { Model } from './box-models.ts';
export { createSimulatedBox, DEFAULT_USERS } from './simulator.ts';
export type { SimulatedBox, SimulatorOptions } from './simulator.ts';
export type { FileNode, FolderNode, LinkNode, FileTree, TreeNode } from './tree/file-tree.ts';

export * from '@boxwood/command-bus/server';
export { serviceTree } from './command-tree.ts';

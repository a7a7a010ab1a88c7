/** All container commands: engine, containers and images. */
export * from './engine.ts';
export * from './containers.ts';
export * from './images.ts';

/** All container commands: engine, containers and images. */
export * from './container-engine-commands.ts';
export * from './container-lifecycle-commands.ts';
export * from './container-image-commands.ts';

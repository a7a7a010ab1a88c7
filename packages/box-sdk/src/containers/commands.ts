/** Every container command: the engine, the containers, their images. */
export * from './engine.ts';
export * from './containers.ts';
export * from './images.ts';

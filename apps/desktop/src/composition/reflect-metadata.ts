// tsyringe requires this polyfill when it is evaluated. It is a separate module because a bundler runs a CommonJS file
// at the place of the module that imports it, which here is before tsyringe (docs/architecture.md, dependency
// injection). The lite build omits polyfills for Map and WeakMap, which every supported browser has.
import 'reflect-metadata/lite';

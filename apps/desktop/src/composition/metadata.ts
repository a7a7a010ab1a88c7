// tsyringe looks for this when it is evaluated. A module of its own, because a bundler runs what a CommonJS file does in the place
// of the module that imports it: imported here, that is before tsyringe (docs/architecture.md, dependency injection). The lite
// build leaves out stand-ins for Map and WeakMap that every browser of ours has.
import 'reflect-metadata/lite';

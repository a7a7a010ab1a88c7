// tsyringe refuses to be evaluated without this, and asks it nothing: only its decorators do, and no decorator of theirs is written. What
// stands for it costs a page nothing; reflect-metadata would be 20 KB of code before the sign-in form. A module of its own, imported before tsyringe.
Reflect.set(Reflect, 'getMetadata', () => undefined);
export {};

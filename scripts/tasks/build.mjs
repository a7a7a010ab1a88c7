// npm run build [-- target ...]: builds the changed parts of the SDKs, the command line, the desktop and the box.
import { buildChanged, targetNames } from '../lib/build.mjs';

const asked = process.argv.slice(2);
await buildChanged(asked.length === 0 ? targetNames : asked.filter((name) => targetNames.includes(name)));

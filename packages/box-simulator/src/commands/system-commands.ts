import { stateOfBox } from '../box-state.ts';
import type { Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';

const system = stateOfBox(() => ({ led: '1', etc: new Map<string, Fields>() }));

/** Product information, limited to the fields that a client needs. */
const product = commands('/eshell', {
  GETPRODUCTINFO: (_, box) => ({ product: box.model, version: box.version, boxname: box.name, boxid: box.id }),
  GETLEDSTATUS: (_, box) => ({ status: system(box).led }),
  POWERSTATUS: () => ({ source: 'adapter' }),
  ROOTETCJSONGET: (call, box) => {
    const object = system(box).etc.get(call.text(0, 'name'));
    if (object === undefined) throw new Refusal(GENERIC.path);
    return { object };
  },
});

const administration = commands(
  '/eshell',
  {
    SETLEDSTATUS: (call, box) => {
      system(box).led = call.text(0, 'status');
      return {};
    },
    ROOTETCJSONSET: (call, box) => {
      system(box).etc.set(call.text(0, 'name'), call.object(1, 'object'));
      return {};
    },
    DATESET: (call) => {
      call.number(0, 'time');
      return {};
    },
    // All sessions end when the box restarts.
    REBOOT: (_, box) => {
      box.schedule.after(1000, () => box.sessions.endAll());
      return {};
    },
    POWEROFF: (_, box) => {
      box.schedule.after(1000, () => box.sessions.endAll());
      return {};
    },
  },
  { access: 'admin' },
);

export const systemCommands = [...product, ...administration];

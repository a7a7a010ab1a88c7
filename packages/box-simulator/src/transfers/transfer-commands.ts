import { locate, locateTarget } from '../files/path-access.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { uploads } from './pending-uploads.ts';

/** The specification states no reply for a missing target, so `baseinfo` is left out then. */
export const transfers = commands('/filetrans', {
  PREPUT: (call, box) => {
    const target = locateTarget(call, box, call.text(0, 'target'));
    const size = call.number(1, 'size');
    if (!Number.isSafeInteger(size) || size < 0) throw call.bad('size');
    const { uuid } = uploads(box).prepare(target, size);
    const existing = box.tree.file(target);
    return {
      uuid,
      ...(existing === undefined
        ? {}
        : { baseinfo: { size: String(existing.bytes.length), mtime_sec: existing.mtime } }),
    };
  },
  PUTDONE: (call, box) => {
    const target = locate(call, box, call.text(0, 'target'));
    const uuid = call.text(3, 'uuid', '');
    const upload = uuid === '' ? uploads(box).findByTarget(target) : uploads(box).find(uuid);
    if (upload?.target !== target) throw new Refusal(GENERIC.path);
    const { received } = upload;
    if (received.length !== call.number(1, 'size')) throw new Refusal(GENERIC.invalid);
    const time = call.number(4, 'ctime', 0);
    box.tree.write(target, received, ...(time > 0 ? [time] : []));
    uploads(box).close(upload);
    return {};
  },
});

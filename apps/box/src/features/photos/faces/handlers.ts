import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../../server/identity/authorise.ts';
import type { Caller } from '../../../storage/vault/index.ts';
import type { Photos } from '../photos.ts';
import { type ReadableFolders, listReadableFolders } from '../readable-folders.ts';
import type { StoredFace } from './face-tables.ts';
import { faceId } from './face.ts';

type PeopleCommands = (typeof commandTree)['photos'];

/** Maximum number of faces returned as the reason for an assignment. */
const MAX_NEAR_FACES = 8;

export const toWireFace = (face: StoredFace) => {
  const { photo, hash, x, y, width, height, score } = face;
  return { id: faceId(face), photo, md512kb: hash, x, y, width, height, score };
};

/**
 * LABELSET, FACERECLASS, FACERECLASSSCHEDULE, AICFGGET, AICFGSET (X16, B98, B99, B64, B65) and changes of people (X127
 * to X134).
 */
export const peopleHandlers = (photos: Photos) => {
  const {
    vault,
    tables,
    timelines: timelines,
    people,
    faces,
    recogniser,
    recognition,
    settings,
    changed: notifyChanged,
  } = photos;
  const readableFoldersFor = (caller: Caller): Promise<ReadableFolders> => listReadableFolders(vault, tables, caller);
  return {
    nameLabel: async ({ id, name }, { caller }, { refuse }) => {
      const change = await people.set(caller.user, await readableFoldersFor(caller), id, { name });
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      notifyChanged();
      return {};
    },
    regroup: async (_params, { caller }, { refuse }) => {
      if (recogniser.isRunning) throw refuse(ALB.recognising, 'running');
      await people.clear(caller.user);
      notifyChanged();
      return {};
    },
    regrouping: async () => {
      if (settings.ai.enable === 0) return { running: 0, done: 0, total: 0 };
      const { problem } = recogniser;
      return {
        running: recogniser.isRunning ? 1 : 0,
        ...(await faces.progress(recogniser.enabledAnalyses)),
        ...(problem === '' ? {} : { trouble: problem }),
      };
    },
    ai: async (_params, { caller }) => ({
      cfg: settings.ai,
      // The folder is a path on the machine, so only administrators see it.
      ...(caller.admin ? { own: await recogniser.ownClassifierState() } : {}),
    }),
    setAi: async ({ cfg }) => {
      await recognition.apply(cfg);
      return {};
    },
    faces: async ({ id }, { caller }, { refuse }) => {
      const readable = await readableFoldersFor(caller);
      if (!timelines.filesOf(readable, [id]).has(id)) throw refuse(ALB.notFound, 'id');
      const found = await people.facesIn(caller.user, readable, id);
      return {
        list: found.map(({ face, person }) => ({
          face: toWireFace(face),
          person: person?.id ?? '',
          name: person?.name ?? '',
        })),
      };
    },
    setPerson: async ({ id, ...update }, { caller }, { refuse }) => {
      const change = await people.set(caller.user, await readableFoldersFor(caller), id, update);
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      notifyChanged();
      return { change };
    },
    mergePeople: async ({ into, ids }, { caller }, { refuse }) => {
      const change = await people.merge(caller.user, await readableFoldersFor(caller), into, ids);
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      notifyChanged();
      return { change };
    },
    splitPerson: async ({ id, faces: some }, { caller }, { refuse }) => {
      const split = await people.split(caller.user, await readableFoldersFor(caller), id, some);
      if (split === undefined) throw refuse(ALB.notFound, 'id');
      notifyChanged();
      return split;
    },
    peopleChanges: ({ start, count }, { caller }) => people.log(caller.user, start, count),
    undoPeople: async ({ change }, { caller }, { refuse }) => {
      switch (await people.undo(caller.user, change)) {
        case 'unknown':
          throw refuse(ALB.notFound, 'change');
        case 'changed':
          throw refuse(ALB.badParameter, 'changed');
        case 'done':
          notifyChanged();
          return {};
      }
    },
    whyFace: async ({ face }, { caller }, { refuse }) => {
      const why = await people.explain(caller.user, await readableFoldersFor(caller), face, MAX_NEAR_FACES);
      if (why === undefined) throw refuse(ALB.notFound, 'face');
      const near = why.near.map((each) => ({ face: toWireFace(each.face), distance: each.distance }));
      const { id: person, name } = why.person;
      return { person, name, face: toWireFace(why.face), limit: settings.ai.face_match, near };
    },
    previewAi: async ({ cfg }, { caller }) => {
      const readable = await readableFoldersFor(caller);
      const now = await people.visiblePeople(caller.user, readable);
      const then = cfg.enable === 0 ? 0 : await people.preview(caller.user, readable, cfg);
      return { people: now.people.size, then, rescan: recognition.needsRescan(cfg) ? 1 : 0 };
    },
  } satisfies Partial<Handlers<PeopleCommands, BoxContext>>;
};

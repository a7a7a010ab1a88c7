import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../identity/authorise.ts';
import type { Caller } from '../../vault/index.ts';
import type { Photos } from '../photos.ts';
import { type Sight, sightOf } from '../sight.ts';
import type { KnownFace } from './face-tables.ts';
import { faceId } from './face.ts';

type Tree = (typeof commandTree)['photos'];

/** Maximum number of faces returned as the reason for an assignment. */
const MOST_NEAR = 8;

export const faceOnWire = (face: KnownFace) => {
  const { photo, hash, x, y, width, height, score } = face;
  return { id: faceId(face), photo, md512kb: hash, x, y, width, height, score };
};

/**
 * LABELSET, FACERECLASS, FACERECLASSSCHEDULE, AICFGGET, AICFGSET (X16, B98, B99, B64, B65) and changes of people (X127
 * to X134).
 */
export const peopleHandlers = (photos: Photos) => {
  const { vault, tables, views, people, faces, recogniser, recognition, settings, changed } = photos;
  const sightFor = (caller: Caller): Promise<Sight> => sightOf(vault, tables, caller);
  return {
    nameLabel: async ({ id, name }, { caller }, { refuse }) => {
      const change = await people.set(caller.user, await sightFor(caller), id, { name });
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      changed();
      return {};
    },
    regroup: async (_params, { caller }, { refuse }) => {
      if (recogniser.isRunning) throw refuse(ALB.recognising, 'running');
      await people.clear(caller.user);
      changed();
      return {};
    },
    regrouping: async () => {
      if (settings.ai.enable === 0) return { running: 0, done: 0, total: 0 };
      const { trouble } = recogniser;
      return {
        running: recogniser.isRunning ? 1 : 0,
        ...(await faces.progress(recogniser.wanted)),
        ...(trouble === '' ? {} : { trouble }),
      };
    },
    ai: async (_params, { caller }) => ({
      cfg: settings.ai,
      // The folder is a path on the machine, so only administrators see it.
      ...(caller.admin ? { own: await recogniser.own() } : {}),
    }),
    setAi: async ({ cfg }) => {
      await recognition.set(cfg);
      return {};
    },
    faces: async ({ id }, { caller }, { refuse }) => {
      const sight = await sightFor(caller);
      if (!views.filesOf(sight, [id]).has(id)) throw refuse(ALB.notFound, 'id');
      const found = await people.facesIn(caller.user, sight, id);
      return {
        list: found.map(({ face, person }) => ({
          face: faceOnWire(face),
          person: person?.id ?? '',
          name: person?.name ?? '',
        })),
      };
    },
    setPerson: async ({ id, ...wish }, { caller }, { refuse }) => {
      const change = await people.set(caller.user, await sightFor(caller), id, wish);
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      changed();
      return { change };
    },
    mergePeople: async ({ into, ids }, { caller }, { refuse }) => {
      const change = await people.merge(caller.user, await sightFor(caller), into, ids);
      if (change === undefined) throw refuse(ALB.notFound, 'id');
      changed();
      return { change };
    },
    splitPerson: async ({ id, faces: some }, { caller }, { refuse }) => {
      const split = await people.split(caller.user, await sightFor(caller), id, some);
      if (split === undefined) throw refuse(ALB.notFound, 'id');
      changed();
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
          changed();
          return {};
      }
    },
    whyFace: async ({ face }, { caller }, { refuse }) => {
      const why = await people.why(caller.user, await sightFor(caller), face, MOST_NEAR);
      if (why === undefined) throw refuse(ALB.notFound, 'face');
      const near = why.near.map((each) => ({ face: faceOnWire(each.face), distance: each.distance }));
      const { id: person, name } = why.person;
      return { person, name, face: faceOnWire(why.face), limit: settings.ai.face_match, near };
    },
    previewAi: async ({ cfg }, { caller }) => {
      const sight = await sightFor(caller);
      const now = await people.seen(caller.user, sight);
      const then = cfg.enable === 0 ? 0 : await people.preview(caller.user, sight, cfg);
      return { people: now.people.size, then, rescan: recognition.rescans(cfg) ? 1 : 0 };
    },
  } satisfies Partial<Handlers<Tree, BoxContext>>;
};

import { ALB, type AiConfig, type AiPreview, type Label, type PhotoFace } from '@boxwood/box-sdk';
import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { concatMap, defer, EMPTY, expand, forkJoin, from, last, map, type Observable, of, reduce, tap } from 'rxjs';
import type { Notifications } from '../notifications/notifications.ts';
import { explainNotOffered } from '../not-offered.ts';
import {
  andThen,
  type PortResult,
  startNow,
  mapRight,
  type Outcome,
  type LazyResult,
  rejected,
  type Result,
} from '../outcome.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import type { PhotoUndoStack } from './photo-undo-stack.ts';
import type { FaceReason, People, PeopleOverview, PersonLabel } from './people.ts';
import type { PeoplePort } from './people-sdk-port.ts';

const isPerson = (label: Label): label is Label & PersonLabel => label.face !== undefined;

/** See {@link People}. */
export class BoxPeople implements People {
  readonly #port: PeoplePort;
  readonly #notifications: Notifications;
  readonly #undoStack: PhotoUndoStack;

  constructor(port: PeoplePort, notifications: Notifications, undoStack: PhotoUndoStack) {
    this.#port = port;
    this.#notifications = notifications;
    this.#undoStack = undoStack;
  }

  overview(): LazyResult<PeopleOverview> {
    const port = this.#port;
    return port.config().pipe(
      map((result) => explainNotOffered(result)),
      andThen(({ cfg: config, own = null }) =>
        forkJoin({
          minPhotos: port.minPhotos(),
          recognising: port.recognising(),
          people: this.#listAll(false),
          hidden: this.#listAll(true),
        }).pipe(
          map(({ minPhotos: minPhotos, recognising, people, hidden }): Result<PeopleOverview> => {
            if (minPhotos._tag === 'Left') return minPhotos;
            if (recognising._tag === 'Left') return recognising;
            if (people._tag === 'Left') return people;
            if (hidden._tag === 'Left') return hidden;
            const isShown = ({ name, cnt }: PersonLabel): boolean => name !== '' || cnt > minPhotos.right;
            return right({
              config,
              own,
              recognising: recognising.right,
              hidden: hidden.right,
              people: people.right.filter(isShown),
            });
          }),
        ),
      ),
    );
  }

  configure(config: AiConfig): Outcome<unknown> {
    return startNow(
      this.#port.configure(config).pipe(
        tap((result) => {
          if (result._tag === 'Left') this.#notifications.fail(result.left);
          else if (config.enable === 0)
            this.#notifications.notify({ level: 'success', messageKey: 'people.forgotten' });
        }),
      ),
    );
  }

  preview(config: AiConfig): LazyResult<AiPreview> {
    return this.#port.preview(config);
  }

  name({ id }: Pick<PersonLabel, 'id'>, name: string): Outcome<unknown> {
    return this.#change([this.#port.set(id, { name })], 'people.named', name);
  }

  hide(people: readonly Pick<PersonLabel, 'id'>[], hidden: boolean): Outcome<unknown> {
    const changes = { hidden: hidden ? 1 : 0 } as const;
    return this.#change(
      people.map(({ id }) => this.#port.set(id, changes)),
      hidden ? 'people.hidden' : 'people.shown',
    );
  }

  merge([first, ...others]: readonly Pick<PersonLabel, 'id'>[]): Outcome<unknown> {
    if (first === undefined || others.length === 0) return startNow(of(right(null)));
    const ids = others.map(({ id }) => id);
    return this.#change([this.#port.merge(first.id, ids)], 'people.merged');
  }

  split(person: string, photos: readonly string[]): Outcome<unknown> {
    return this.#change(
      [this.#faceIdsOf(person, photos).pipe(andThen((faces) => this.#port.split(person, faces)))],
      'people.split',
    );
  }

  cover(person: string, photo: string): Outcome<unknown> {
    return this.#change(
      [this.#faceIdsOf(person, [photo]).pipe(andThen(([cover = '']) => this.#port.set(person, { cover })))],
      'photos.covered',
    );
  }

  undoLatest(): Outcome<unknown> {
    return startNow(
      this.#port.latest().pipe(
        andThen((change): Observable<Result<unknown>> =>
          change === null ? of(rejected('people.nothing')) : this.#undo(change),
        ),
        tap((result) => {
          if (result._tag === 'Right') this.#notifications.notify({ level: 'success', messageKey: 'people.undone' });
          else if (result.left._tag === 'Rejected') this.#notifications.fail(result.left);
        }),
      ),
    );
  }

  faces(photo: string): LazyResult<readonly PhotoFace[]> {
    return this.#port.faces(photo);
  }

  explain(person: string, photo: string): LazyResult<FaceReason> {
    return this.#faceIdsOf(person, [photo]).pipe(andThen(([face = '']) => this.#port.explain(face)));
  }

  /** Ids of the faces of a person in these photos. */
  #faceIdsOf(person: string, photos: readonly string[]): Observable<Result<readonly string[]>> {
    const requests = photos.map((photo) => this.#port.faces(photo));
    return (requests.length === 0 ? of([]) : forkJoin(requests)).pipe(
      map((answers): Result<readonly string[]> => {
        const faces: string[] = [];
        for (const answer of answers) {
          if (answer._tag === 'Left') return answer;
          faces.push(...answer.right.filter((each) => each.person === person).map(({ face }) => face.id));
        }
        return faces.length === 0 ? rejected('photos.unseen', { count: photos.length }) : right(faces);
      }),
    );
  }

  /** Runs the changes one after the other, as one undoable action of those that succeeded. */
  #change(calls: readonly Observable<Result<number>>[], messageKey: DomainMessageKey, name = ''): Outcome<unknown> {
    let changes: readonly number[] = [];
    const work$ = defer(() => {
      changes = [];
      return from(calls).pipe(
        concatMap((call$) => call$),
        tap((result) => {
          if (result._tag === 'Left') this.#notifications.fail(result.left);
          else changes = [result.right, ...changes];
        }),
        reduce((before: Result<unknown>, result) => (before._tag === 'Left' ? before : result), right(null)),
      );
    });
    const undo = (): Outcome<unknown> =>
      startNow(
        from(changes).pipe(
          concatMap((change) => this.#undo(change)),
          reduce((before: Result<unknown>, undone) => (before._tag === 'Left' ? before : undone), right(null)),
        ),
      );
    // A removed name is visible on the screen, so it needs no notice.
    const notice =
      messageKey === 'people.named' && name === ''
        ? null
        : ({ level: 'success', messageKey, values: { name } } as const);
    return this.#undoStack.run(work$, () =>
      changes.length === 0 ? null : { undoEntry: { undo, redo: () => startNow(work$) }, notice },
    );
  }

  #undo(change: number): Outcome<unknown> {
    return startNow(
      this.#port.undo(change).pipe(
        tap((result) => {
          if (result._tag === 'Right') return;
          const isChanged = result.left._tag === 'Refused' && result.left.code === ALB.badParameter;
          if (isChanged) this.#notifications.notify({ level: 'warning', messageKey: 'people.changed' });
          else this.#notifications.fail(result.left);
        }),
      ),
    );
  }

  #listAll(hidden: boolean): PortResult<readonly PersonLabel[]> {
    const page = (before: readonly PersonLabel[], start: number) =>
      this.#port.labels(hidden, start, PAGE_SIZES.labels).pipe(
        mapRight(({ total, list }) => ({
          all: [...before, ...list.filter(isPerson)],
          next: list.length > 0 && start + list.length < total ? start + list.length : null,
        })),
      );
    return page([], 0).pipe(
      expand((result) =>
        result._tag === 'Right' && result.right.next !== null ? page(result.right.all, result.right.next) : EMPTY,
      ),
      last(),
      mapRight(({ all }) => all),
    );
  }
}

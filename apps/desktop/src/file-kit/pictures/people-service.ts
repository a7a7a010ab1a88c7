import { BoxPeople, type People, peoplePort } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken, NotificationsToken, SessionToken } from '../../composition/tokens.ts';
import { useScope } from '../../react/scope.tsx';

const PeopleToken = token<People>('People');

const bind = (scope: ServiceScope): void => {
  scope.bind(PeopleToken, [BoxClientToken, NotificationsToken, SessionToken], (box, notifications, session) => {
    const stage = session.stage$.value;
    return new BoxPeople(peoplePort(box, stage.at === 'in' ? stage.username : ''), notifications);
  });
};

/** Who is in the pictures of this sign-in; fetched with the apps that show it alone. */
export const usePeople = (): People => {
  const scope = useScope();
  if (!scope.has(PeopleToken)) bind(scope);
  return scope.get(PeopleToken);
};

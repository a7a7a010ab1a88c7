import { checkNewPassword, checkUserId } from '@boxwood/command-bus/rules';

/** Which text says what is wrong with a password of a sign-in form (LOGIN-09); null when it may be sent. */
export const checkPassword = (password: string): 'needPassword' | 'shortPassword' | null =>
  password === '' ? 'needPassword' : password.length < 6 ? 'shortPassword' : null;

const checkPerson = (user: string, password: string, repeat: string) => ({
  user: checkUserId(user).ok ? null : ('badOwner' as const),
  password: checkNewPassword(password).ok
    ? null
    : password === ''
      ? ('needPassword' as const)
      : ('shortPassword' as const),
  repeat: repeat === password ? null : ('differs' as const),
});

/** The texts that say what is wrong with a field. */
export type FieldIssue = 'badBoxName' | 'badOwner' | 'differs' | 'needInvite' | 'needPassword' | 'shortPassword';

/** Form of the page of an invitation. */
export interface JoinForm {
  readonly invite: string;
  readonly user: string;
  readonly password: string;
  readonly repeat: string;
}

/** The first thing wrong in every field, by field. */
export const checkJoin = (form: JoinForm) => ({
  invite: form.invite.trim() === '' ? ('needInvite' as const) : null,
  ...checkPerson(form.user, form.password, form.repeat),
});

/** Form of the first-run page. */
export interface SetupForm {
  readonly boxName: string;
  readonly owner: string;
  readonly password: string;
  readonly repeat: string;
}

/** The first thing wrong in every field, by field. */
export const checkSetup = (form: SetupForm) => {
  const { user, ...rest } = checkPerson(form.owner, form.password, form.repeat);
  const name = form.boxName.trim();
  return {
    boxName: name === '' || Array.from(name).length > 20 ? ('badBoxName' as const) : null,
    owner: user,
    ...rest,
  };
};

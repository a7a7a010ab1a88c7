import { characters, checkNewPassword, checkUserId, isUserId } from '@boxwood/command-bus/rules';

/** Message key for an invalid password of a sign-in form (LOGIN-09); null when it can be submitted. */
export const checkPassword = (password: string): 'needPassword' | 'tooShort' | null =>
  password === '' ? 'needPassword' : password.length < 6 ? 'tooShort' : null;

/** Message keys for an invalid field. */
export type FieldIssue =
  | 'choosePassword'
  | 'differs'
  | 'longBoxName'
  | 'longPassword'
  | 'needBoxName'
  | 'needInvite'
  | 'needOwner'
  | 'ownerForm'
  | 'ownerLength'
  | 'ownerReserved'
  | 'shortPassword';

/** Maximum length of a box name, in characters (G-01). */
const LONGEST_NAME = 20;

const checkBoxName = (text: string): FieldIssue | null =>
  text === '' ? 'needBoxName' : characters(text) > LONGEST_NAME ? 'longBoxName' : null;

const checkOwner = (text: string): FieldIssue | null => {
  if (text === '') return 'needOwner';
  if (checkUserId(text).ok) return null;
  const length = characters(text);
  if (length < 6 || length > 17) return 'ownerLength';
  return isUserId(text) && !text.startsWith('-') ? 'ownerReserved' : 'ownerForm';
};

const checkChosen = (password: string): FieldIssue | null => {
  if (password === '') return 'choosePassword';
  if (checkNewPassword(password).ok) return null;
  return characters(password) < 6 ? 'shortPassword' : 'longPassword';
};

/** Form of the page behind a password link. */
export interface RenewForm {
  readonly password: string;
  readonly repeat: string;
}

/** The first issue of every field. */
export const checkRenewal = ({ password, repeat }: RenewForm) => ({
  password: checkChosen(password),
  repeat: repeat === password ? null : ('differs' as const),
});

const checkPerson = (user: string, password: string, repeat: string) => ({
  user: checkOwner(user),
  ...checkRenewal({ password, repeat }),
});

/** Form of the invitation page. */
export interface JoinForm {
  readonly invite: string;
  readonly user: string;
  readonly password: string;
  readonly repeat: string;
}

/** The first issue of every field. */
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

/** The first issue of every field. */
export const checkSetup = (form: SetupForm) => {
  const { user, ...rest } = checkPerson(form.owner, form.password, form.repeat);
  return { boxName: checkBoxName(form.boxName.trim()), owner: user, ...rest };
};

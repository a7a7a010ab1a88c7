import { countCharacters, checkNewPassword, checkUserId, isUserId } from '@boxwood/command-bus/rules';

/** Message key for an invalid password of a sign-in form (LOGIN-09); null when it can be submitted. */
export const validatePassword = (password: string): 'needPassword' | 'tooShort' | null =>
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
const MAX_BOX_NAME_CHARACTERS = 20;

const validateBoxName = (text: string): FieldIssue | null =>
  text === '' ? 'needBoxName' : countCharacters(text) > MAX_BOX_NAME_CHARACTERS ? 'longBoxName' : null;

const validateOwner = (text: string): FieldIssue | null => {
  if (text === '') return 'needOwner';
  if (checkUserId(text).ok) return null;
  const length = countCharacters(text);
  if (length < 6 || length > 17) return 'ownerLength';
  return isUserId(text) && !text.startsWith('-') ? 'ownerReserved' : 'ownerForm';
};

const validateNewPassword = (password: string): FieldIssue | null => {
  if (password === '') return 'choosePassword';
  if (checkNewPassword(password).ok) return null;
  return countCharacters(password) < 6 ? 'shortPassword' : 'longPassword';
};

/** Form of the page behind a password link. */
export interface NewPasswordForm {
  readonly password: string;
  readonly repeat: string;
}

/** The first issue of every field. */
export const validateNewPasswordForm = ({ password, repeat }: NewPasswordForm) => ({
  password: validateNewPassword(password),
  repeat: repeat === password ? null : ('differs' as const),
});

const validateUser = (user: string, password: string, repeat: string) => ({
  user: validateOwner(user),
  ...validateNewPasswordForm({ password, repeat }),
});

/** Form of the invitation page. */
export interface JoinForm {
  readonly invite: string;
  readonly user: string;
  readonly password: string;
  readonly repeat: string;
}

/** The first issue of every field. */
export const validateJoinForm = (form: JoinForm) => ({
  invite: form.invite.trim() === '' ? ('needInvite' as const) : null,
  ...validateUser(form.user, form.password, form.repeat),
});

/** Form of the first-run page. */
export interface SetupForm {
  readonly boxName: string;
  readonly owner: string;
  readonly password: string;
  readonly repeat: string;
}

/** The first issue of every field. */
export const validateSetupForm = (form: SetupForm) => {
  const { user, ...rest } = validateUser(form.owner, form.password, form.repeat);
  return { boxName: validateBoxName(form.boxName.trim()), owner: user, ...rest };
};

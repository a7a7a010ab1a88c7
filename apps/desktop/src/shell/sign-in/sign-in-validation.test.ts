import { describe, expect, it } from 'vitest';
import { validateJoinForm, validateNewPasswordForm, validateSetupForm } from './sign-in-validation.ts';

const setup = { boxName: 'Attic', owner: 'annabel', password: 'hedge-in-june', repeat: 'hedge-in-june' };

describe('what a first-run form is told (finding 42)', () => {
  it('says nothing when all is well', () => {
    expect(validateSetupForm(setup)).toEqual({ boxName: null, owner: null, password: null, repeat: null });
  });

  it('asks for what is missing', () => {
    expect(validateSetupForm({ boxName: '  ', owner: '', password: '', repeat: '' })).toEqual({
      boxName: 'needBoxName',
      owner: 'needOwner',
      password: 'choosePassword',
      repeat: null,
    });
  });

  it.each([
    ['boxName', 'x'.repeat(21), 'longBoxName'],
    ['boxName', '𠮷'.repeat(20), null],
    ['owner', 'ann', 'ownerLength'],
    ['owner', 'a'.repeat(18), 'ownerLength'],
    ['owner', 'Annabel', 'ownerForm'],
    ['owner', '-annabel', 'ownerForm'],
    ['owner', 'shared-files', 'ownerReserved'],
    ['password', 'hedge', 'shortPassword'],
    ['password', 'h'.repeat(33), 'longPassword'],
    ['repeat', 'hedge-in-july', 'differs'],
  ] as const)('%s %s: %s', (field, typed, issue) => {
    expect(validateSetupForm({ ...setup, [field]: typed })[field]).toBe(issue);
  });

  it('asks for a new password twice', () => {
    expect(validateNewPasswordForm({ password: 'hedge-in-june', repeat: 'hedge-in-june' })).toEqual({
      password: null,
      repeat: null,
    });
    expect(validateNewPasswordForm({ password: 'hedge', repeat: 'hedg' })).toEqual({
      password: 'shortPassword',
      repeat: 'differs',
    });
  });

  it('asks for an invitation', () => {
    const { boxName, owner, ...rest } = setup;
    expect(boxName).toBe('Attic');
    expect(validateJoinForm({ ...rest, user: owner, invite: ' ' }).invite).toBe('needInvite');
  });
});

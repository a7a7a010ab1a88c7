import { describe, expect, it } from 'vitest';
import { checkJoin, checkRenewal, checkSetup } from './rules.ts';

const setup = { boxName: 'Attic', owner: 'annabel', password: 'hedge-in-june', repeat: 'hedge-in-june' };

describe('what a first-run form is told (finding 42)', () => {
  it('says nothing when all is well', () => {
    expect(checkSetup(setup)).toEqual({ boxName: null, owner: null, password: null, repeat: null });
  });

  it('asks for what is missing', () => {
    expect(checkSetup({ boxName: '  ', owner: '', password: '', repeat: '' })).toEqual({
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
    expect(checkSetup({ ...setup, [field]: typed })[field]).toBe(issue);
  });

  it('asks for a new password twice', () => {
    expect(checkRenewal({ password: 'hedge-in-june', repeat: 'hedge-in-june' })).toEqual({
      password: null,
      repeat: null,
    });
    expect(checkRenewal({ password: 'hedge', repeat: 'hedg' })).toEqual({
      password: 'shortPassword',
      repeat: 'differs',
    });
  });

  it('asks for an invitation', () => {
    const { boxName, owner, ...rest } = setup;
    expect(boxName).toBe('Attic');
    expect(checkJoin({ ...rest, user: owner, invite: ' ' }).invite).toBe('needInvite');
  });
});

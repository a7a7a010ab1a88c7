import { expect, it } from 'vitest';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { Refusal } from '../../storage/vault/index.ts';
import { endingOf } from './task-codes.ts';

it('P-10: a task that a safe takes nothing plain from ends with a target that cannot be written, not with an unsafe path', () => {
  expect(endingOf(new Refusal(13, 'encrypted'))).toEqual({ code: OPS.targetWrite, message: 'encrypted' });
  expect(endingOf(new Refusal(13, 'path'))).toEqual({ code: OPS.unsafePath, message: 'path' });
});

it('every other refusal ends a task with the progress code that says the same', () => {
  const codes = ([5, 11, 14, 15, 16, 3] as const).map((code) => endingOf(new Refusal(code)).code);
  expect(codes).toEqual([OPS.unsafePath, OPS.targetExists, OPS.sourceOpen, OPS.sourceOpen, OPS.noSpace, OPS.readWrite]);
  expect(endingOf(new Refusal(3, 'ENOSPC'))).toEqual({ code: OPS.noSpace, message: 'ENOSPC' });
  expect(endingOf(new OperationFailed(OPS.password, 'no safe'))).toEqual({ code: OPS.password, message: 'no safe' });
});

import { STICKS } from '../disk-model.ts';
import { testSequences } from '../disk-sequences.ts';

testSequences(6, STICKS);

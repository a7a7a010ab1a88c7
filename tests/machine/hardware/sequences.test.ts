import { STICKS } from '../model.ts';
import { testSequences } from '../sequences.ts';

testSequences(6, STICKS);

import { testSequences } from '../disk-sequences.ts';

testSequences(12, []);

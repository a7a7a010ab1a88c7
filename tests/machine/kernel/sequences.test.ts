import { testSequences } from '../sequences.ts';

testSequences(12, []);

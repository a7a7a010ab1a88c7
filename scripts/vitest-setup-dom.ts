import 'reflect-metadata';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// As patient as the tests themselves: what is fetched late comes late on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

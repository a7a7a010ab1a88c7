// Unit tests never reach a network; loopback servers started by a test are allowed.
import nock from 'nock';
import { afterEach, vi } from 'vitest';

nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])/);
afterEach(() => {
  nock.cleanAll();
});

// The timeout of the tests: the default of one second is too short on a busy machine.
const { waitFor } = vi;
vi.waitFor = (callback, options = 30_000) => waitFor(callback, options);

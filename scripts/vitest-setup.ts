// Unit tests never reach a network; loopback servers started by a test are allowed.
import nock from 'nock';
import { afterEach } from 'vitest';

nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])/);
afterEach(() => {
  nock.cleanAll();
});

// Installs Debian packages without starting their servers.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Policy that forbids packages to start servers (`invoke-rc.d`). A policy of the system is not replaced. */
const POLICY = '/usr/sbin/policy-rc.d';

/** @param names packages */
export const install = (names) => {
  const own = !existsSync(POLICY);
  if (own) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const stdio = ['ignore', 'ignore', 'inherit'];
    execFileSync('apt-get', ['update', '-qq'], { stdio, env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio, env });
  } finally {
    if (own) rmSync(POLICY, { force: true });
  }
};

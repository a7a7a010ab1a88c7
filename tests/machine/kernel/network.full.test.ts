import { expect, it } from 'vitest';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();

it('SYSTEM-18: the network service that runs is restarted, by the manager of services that the machine has, and nothing else is; without one it is said in a word', async () => {
  const { machine, owner } = fixture();
  expect(await describeRefusal(owner.network.restart({}, LONG_TIMEOUT))).toBe('3 host.lacking');
  // A real systemd with two units, the network and another one. It runs as the first process of its own namespace and
  // talks to no others, so its program is run inside that namespace.
  const unit = (name: string): string => `cat > /run/systemd/system/${name}.service << 'END'
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'echo ${name} >> /run/started'
END`;
  await machine.must(
    `mkdir -p /run/systemd/system
${unit('networking')}
${unit('other')}
printf '[Unit]\\nDefaultDependencies=no\\nWants=networking.service other.service\\nAllowIsolate=yes\\n' > /run/systemd/system/small.target
mkdir -p /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup || exit 1
container=other unshare --pid --fork --kill-child --mount-proc /lib/systemd/systemd --system --unit=small.target > /tmp/systemd.log 2>&1 < /dev/null &
echo $! > /run/small.pid
mv /usr/bin/systemctl /usr/bin/systemctl.real
cat > /usr/bin/systemctl << 'END'
#!/bin/sh
exec nsenter -t "$(cat "/proc/$(cat /run/small.pid)/task/$(cat /run/small.pid)/children" | tr -d ' ')" -m -p /usr/bin/systemctl.real "$@"
END
chmod 755 /usr/bin/systemctl
for at in $(seq 100); do [ "$(systemctl is-active networking other 2> /dev/null | tr '\\n' ' ')" = 'active active ' ] && exit; sleep 0.2; done
cat /tmp/systemd.log; exit 1`,
  );
  const started = async (): Promise<readonly string[]> => (await machine.must('cat /run/started')).split('\n');
  expect((await started()).toSorted()).toEqual(['networking', 'other']);
  await owner.network.restart({}, LONG_TIMEOUT);
  await expect.poll(started).toHaveLength(3);
  expect((await started()).at(-1)).toBe('networking');
  expect(await machine.must('grep -c \'"verb":"network".*"how":"done"\' /run/boxwood-host/acts.log')).toBe('1');
  // The connection to the box stayed open.
  await owner.system.product({}, LONG_TIMEOUT);
  await machine.must(
    'mv /usr/bin/systemctl.real /usr/bin/systemctl; kill -KILL $(cat /run/small.pid); rm -r /run/systemd/system; umount -l /sys/fs/cgroup',
  );
});

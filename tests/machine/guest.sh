#!/bin/bash
# The first process of the test machine: this machine's own root below, written to in memory only. It takes one command a line from
# the second serial line, in base64, and answers its code and what it said, in base64.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
for folder in /dev/shm /run /tmp; do mount -t tmpfs memory "$folder"; done
here=$(cat /proc/cmdline); here=${here##*boxwood.root=}; here=${here%% *}
mkdir -p /lib/modules
mount --bind "$here/.cache/machine/kernel/lib/modules" /lib/modules
: > /etc/fstab
for module in virtio_net virtio_blk xhci_pci usb_storage sd_mod nvme ahci; do modprobe "$module"; done
ip link set lo up
ip address add 10.0.2.15/24 dev eth0
ip link set eth0 up
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add --subsystem-match=block
udevadm settle --timeout=30
stty -F /dev/ttyS1 raw -echo
exec 3<>/dev/ttyS1
echo ready >&3
while IFS= read -r line <&3; do
  base64 -d <<< "$line" > /tmp/command
  bash /tmp/command > /tmp/said 2>&1 < /dev/null
  code=$?
  echo "$code $(base64 -w0 < /tmp/said)" >&3
done

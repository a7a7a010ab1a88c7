#!/bin/bash
# The first process of a test machine: this machine's own root below, written to in memory only. It takes one command a line from
# the second serial line, in base64, and answers its code and what it said, in base64.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
# Paths are in base64, because the command line of the kernel is split at spaces.
for word in $(cat /proc/cmdline); do
  case $word in
  boxwood.kind=*) kind=${word#*=} ;;
  boxwood.root=*) here=$(base64 -d <<< "${word#*=}") ;;
  boxwood.disks=*) disks=$(base64 -d <<< "${word#*=}") ;;
  boxwood.there=*) address=${word#*=}/30 ;;
  esac
done
# The clone may lie below a folder that gets an empty file system here: it is mounted at its path again.
mkdir -p /clone
mount --bind "$here" /clone
for folder in /dev/shm /run /tmp; do mount -t tmpfs memory "$folder"; done
if [ ! -e "$here/tests" ]; then
  mkdir -p "$here"
  mount --bind /clone "$here"
fi
umount /clone
case $kind in
emulated)
  modules=$here/.cache/machine/kernel/lib/modules needed='virtio_net virtio_blk xhci_pci usb_storage sd_mod nvme ahci'
  net=eth0 address=10.0.2.15/24
  ;;
user-mode)
  modules=$here/.cache/machine/user-mode/usr/lib/uml/modules needed='sd_mod target_core_mod target_core_file tcm_loop'
  net=vec0
  ;;
esac
mkdir -p /lib/modules
mount --bind "$modules" /lib/modules
: > /etc/fstab
for module in $needed; do modprobe "$module"; done
ln -sf "$here/tests/machine/disk.sh" /usr/local/bin/disk
ip link set lo up
ip address add "$address" dev $net
ip link set $net up
/lib/systemd/systemd-udevd --daemon
if [ "$kind" = user-mode ]; then
  mkdir /disks
  mount -t hostfs -o "$disks" disks /disks
  mount -t configfs config /sys/kernel/config
  mkdir -p /sys/kernel/config/target/core/fileio_0
  for file in /disks/*.img; do disk --plug "$(basename "$file" .img)" || exit 1; done
fi
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

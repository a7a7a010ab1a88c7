#!/bin/bash
# Disks of the test machine by their serial numbers: `disk SERIAL` prints what one is called, as soon as it is there. In user mode
# `disk --plug SERIAL` makes a disk of SCSI of the file of that name outside, and `disk --pull SERIAL` takes it away, used or not.
set -e
target=/sys/kernel/config/target
called() { lsblk -ndo PATH,SERIAL | awk -v serial="$1" '$2 == serial { print $1 }'; }
case $1 in
--plug)
  file=/disks/$2.img
  mkdir -p "$target/core/fileio_0/$2" && cd "$target/core/fileio_0/$2"
  # What is written is in the file when it is said to be, but for the disk of the box, which nobody looks at from outside.
  [ "$2" = MAIN ] && kept=,fd_buffered_io=1
  echo "fd_dev_name=$file,fd_dev_size=$(stat -c %s "$file")$kept" > control
  echo "$2" > wwn/vpd_unit_serial
  echo 1 > enable
  place=$target/loopback/naa.6001405$(md5sum <<< "$2" | head -c 9)/tpgt_1
  mkdir -p "$place" && echo naa.6001405000000001 > "$place/nexus"
  mkdir "$place/lun/lun_0" && ln -s "$PWD" "$place/lun/lun_0/disk"
  ;;
--pull)
  device=$(called "$2")
  [ -z "$device" ] || echo 1 > "/sys/block/${device#/dev/}/device/delete"
  place=$target/loopback/naa.6001405$(md5sum <<< "$2" | head -c 9)
  rm "$place/tpgt_1/lun/lun_0/disk"
  rmdir "$place/tpgt_1/lun/lun_0" "$place/tpgt_1" "$place" "$target/core/fileio_0/$2"
  ;;
*)
  for _ in $(seq 600); do
    device=$(called "$1")
    [ -n "$device" ] && echo "$device" && exit
    sleep 0.1
  done
  exit 1
  ;;
esac

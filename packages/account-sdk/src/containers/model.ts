import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, list, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** The container configuration of a box as the service remembers it (G-47). `space` in bytes. */
export const DockerConf = struct(
  {
    /** The box, by its id or its name. */
    boxName: text(1, 64),
    /** Y: containers are set up there. */
    enabled: yesNo,
    /** Bytes that they may take. */
    space: bytes,
    /** The volume that they are on, as `/mnt/usb1`. */
    mntdir: text(0, 4096),
    /** Where images are looked for, in this order. */
    registries: list(text(1, 255), 5),
    /** Copies of those that are asked first, in this order. */
    mirrors: list(text(1, 255), 5),
  },
  {},
  'DockerConf',
);
export type DockerConf = TypeOf<typeof DockerConf>;

import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, list, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** The container configuration of a box as stored by the service (G-47). `space` in bytes. */
export const DockerConf = struct(
  {
    /** The box, by its id or its name. */
    boxName: text(1, 64),
    /** Y: containers are set up on the box. */
    enabled: yesNo,
    /** Maximum size in bytes. */
    space: bytes,
    /** Volume of the containers, for example `/mnt/usb1`. */
    mntdir: text(0, 4096),
    /** Registries, in search order. */
    registries: list(text(1, 255), 5),
    /** Mirrors of the registries, which are tried first, in this order. */
    mirrors: list(text(1, 255), 5),
  },
  {},
  'DockerConf',
);
export type DockerConf = TypeOf<typeof DockerConf>;

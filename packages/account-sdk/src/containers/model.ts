import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, list, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** The container configuration of a box as the service remembers it (G-47). `space` in bytes. */
export const DockerConf = struct(
  {
    boxName: text(1, 64),
    enabled: yesNo,
    space: bytes,
    mntdir: text(0, 4096),
    registries: list(text(1, 255), 5),
    mirrors: list(text(1, 255), 5),
  },
  {},
  'DockerConf',
);
export type DockerConf = TypeOf<typeof DockerConf>;

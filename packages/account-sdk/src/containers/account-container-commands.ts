import { nothing, struct } from '@boxwood/command-bus/codecs';
import { changeCommand, readCommand } from '../define.ts';
import { BoxText } from '../session/account-session-model.ts';
import { DockerConf } from './account-container-model.ts';

/** Stores the container configuration of a box. `POST /docker/setup` (A55). Refusals: 1001, 1020 not its administrator, 1035. */
export const SetContainerConf = changeCommand({
  name: 'SetContainerConf',
  path: '/docker/setup',
  params: struct({ boxName: BoxText, field: DockerConf }),
  result: nothing,
  refusals: [1001, 1020, 1035],
  access: 'user',
});

/**
 * Reads the container configuration of a box; a box without one is returned as switched off. `GET /docker/conf` (A56).
 * Refusals: 1001, 1035.
 */
export const GetContainerConf = readCommand({
  name: 'GetContainerConf',
  path: '/docker/conf',
  params: struct({ boxName: BoxText }),
  result: DockerConf,
  refusals: [1001, 1035],
  access: 'user',
});

#!/usr/bin/env node
/** The command line program: runs a simulated box until it is stopped. */
import { parseArgs } from 'node:util';
import { createSimulatedBox, DEFAULT_USERS } from './simulator.ts';
import { isModel, MODELS } from './box-models.ts';

const HELP = `boxwood-simulator: a storage box in memory that answers what the specification says and no more

  --model N2|N3|G2     ${MODELS.join(', ')}; N3 unless told
  --version TEXT       firmware
  --host ADDRESS       127.0.0.1 unless told
  --port NUMBER        any free one unless told
  --pages FOLDER       pages of a client, on the same origin
  --fault FAULT        KIND[-TARGET][@VALUE][xTIMES], may be said again:
                       slow@300ms, slow-LISTTASK@2s, cut-put@1MB, cut-get@64KB, status-MOVE@502, refuse-MKDIR@16x1,
                       not-json-LISTTASK, broken-entry, out-of-order, signed-out-MKDIRx1
  --help               this text
`;

const fail = (message: string): never => {
  console.error(message);
  process.exit(2);
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      model: { type: 'string', default: 'N3' },
      version: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '0' },
      pages: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const model = isModel(values.model) ? values.model : fail(`${values.model} is no model: ${MODELS.join(', ')}`);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`${values.port} is no port`);
  const { version, pages } = values;
  const box = await createSimulatedBox({
    model,
    port,
    host: values.host,
    faults: values.fault,
    ...(version === undefined ? {} : { version }),
    ...(pages === undefined ? {} : { pages }),
  });
  console.log(box.origin);
  console.log(
    `${model}; sign in as ${DEFAULT_USERS.map(({ name, password }) => `${name} / ${password}`).join(' or ')}`,
  );
  const end = (): void => void box.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
};

main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));

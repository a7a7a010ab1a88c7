/** A direct client of the machine's helper that bypasses the box, as a compromised box process could. */
import { connect } from 'node:net';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import { RESPONSE_CODECS, type HostDiskList, type OperationPlan } from '../../apps/host/src/host-responses.ts';
import type { HostRequest, Verb } from '../../apps/host/src/protocol.ts';
import { shellQuoted } from './machine-image.ts';
import { type TestMachine } from './test-machine.ts';

const BY = { user: 'sequence', from: 'test' };

export interface HelperClient {
  disks(): Promise<HostDiskList>;
  /** Requests a plan. Returns the reason when the helper refuses. */
  plan(verb: Verb, params: object): Promise<OperationPlan | string>;
  /** Executes a plan. Returns `done`, or the reason of the refusal. */
  execute(verb: Verb, params: object, hash: string): Promise<string>;
}

const PORT = 6901;

/** Makes the helper's socket reachable from this machine. */
export const openHelperClient = async (machine: TestMachine): Promise<HelperClient> => {
  const script = `require('node:net').createServer({allowHalfOpen:true},(c)=>{const s=require('node:net').connect('/run/boxwood-host/socket');for(const e of [c,s])e.on('error',()=>{c.destroy();s.destroy()});c.pipe(s);s.pipe(c)}).listen(${PORT})`;
  await machine.must(
    `setsid ${shellQuoted(process.execPath)} -e "${script}" > /dev/null 2>&1 < /dev/null & until grep -q ':${PORT.toString(16).toUpperCase()} ' /proc/net/tcp /proc/net/tcp6; do sleep 0.1; done`,
  );
  const ask = (question: HostRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      let said = '';
      const line = connect(machine.helperPort, '127.0.0.1', () => line.write(`${JSON.stringify(question)}\n`));
      line.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
      line.once('error', reject);
      line.once('end', () => {
        line.destroy();
        const parsed = parseJson(said.trimEnd());
        if (parsed._tag === 'Right') resolve(parsed.right);
        else reject(new Error(`the helper said ${said}`));
      });
    });
  return {
    disks: async () => {
      const found = decode(RESPONSE_CODECS.disks, await ask({ ask: 'disks' }));
      if (found._tag === 'Left' || found.right.answer === 'refused') throw new Error(JSON.stringify(found));
      return found.right;
    },
    plan: async (verb, params) => {
      const found = decode(RESPONSE_CODECS.plan, await ask({ ask: 'plan', verb, params: { ...params }, by: BY }));
      if (found._tag === 'Left') throw new Error(found.left.join('; '));
      const { right } = found;
      return right.answer === 'plan' ? right.plan : `${right.why} ${right.detail}`;
    },
    execute: async (verb, params, plan) => {
      const found = decode(RESPONSE_CODECS.act, await ask({ ask: 'act', verb, params: { ...params }, plan, by: BY }));
      if (found._tag === 'Left') throw new Error(found.left.join('; '));
      const { right } = found;
      return right.answer === 'done' ? 'done' : `${right.why} ${right.detail}`;
    },
  };
};

import { describe, expect, it } from 'vitest';
import { State } from '../state/state-stream.ts';
import { no, refused, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import { BoxTunnels } from './box-tunnels.ts';
import type { NatProduct } from './tunnels.ts';

const product = (subId: string, state: NatProduct['state'], change: Partial<NatProduct> = {}): NatProduct => ({
  ...{ subId, state, name: subId, plan: 'free', srvId: 's1', boxId: state === 'active' ? 'box1' : '', ports: [] },
  ...{ maxPorts: 3, flow: 1000, used: 0, bandwidth: 5, white: [], domain: '', def: 'N', expire: 0 },
  ...change,
});

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications } = bed;
  const service: { list: NatProduct[]; refusing: boolean } = { list: [], refusing: false };
  const available = new State(true);
  const act = (name: string) => (calls.push(name), service.refusing ? no(refused(1020, 'ACC')) : yes(null));
  const tunnels = new BoxTunnels({
    store,
    notifications,
    available$: available.stream,
    port: {
      list: () => (calls.push('list'), service.refusing ? no() : yes(service.list)),
      bind: (subId, boxId) => act(`bind ${subId} ${boxId}`),
      unbind: (subId, boxId) => act(`unbind ${subId} ${boxId}`),
    },
  });
  const shown = () =>
    tunnels.state$.value.tunnels.map(({ subId, state, boxId, actions }) => ({ subId, state, boxId, actions }));
  return { ...bed, tunnels, service, available, shown };
};

describe('NAT products', () => {
  it('STATE-23: not activated becomes activated on a box, activated becomes released, released can be activated again', () => {
    const { tunnels, service, shown, calls, told } = fresh();
    service.list = [product('p', 'inactive')];
    tunnels.refresh();
    expect(shown()).toEqual([{ subId: 'p', state: 'inactive', boxId: '', actions: ['activate'] }]);
    tunnels.release('p');
    expect(told()).toEqual(['tunnel.state']);
    tunnels.activate('p', 'box1');
    expect(shown()).toEqual([{ subId: 'p', state: 'active', boxId: 'box1', actions: ['release'] }]);
    tunnels.activate('p', 'box2');
    tunnels.release('p');
    expect(shown()).toEqual([{ subId: 'p', state: 'released', boxId: '', actions: ['activate'] }]);
    tunnels.activate('p', 'box2');
    expect(shown()).toMatchObject([{ state: 'active', boxId: 'box2' }]);
    expect(calls).toEqual(['list', 'bind p box1', 'unbind p box1', 'bind p box2']);
  });

  it('STATE-23: what the service refuses stays as it was, and a product nobody listed is not touched', () => {
    const { tunnels, service, shown, calls, told } = fresh();
    service.list = [product('p', 'active')];
    tunnels.refresh();
    service.refusing = true;
    tunnels.release('p');
    expect(shown()).toMatchObject([{ state: 'active', boxId: 'box1' }]);
    tunnels.activate('q', 'box1');
    expect(calls).toEqual(['list', 'unbind p box1']);
    expect(told()).toEqual(['Refused', 'tunnel.state']);
    tunnels.refresh();
    expect(tunnels.state$.value).toMatchObject({ known: true, failure: { _tag: 'Network' } });
  });

  it('G-43: an activated product whose traffic is used up is spent; one without a quota never is', () => {
    const { tunnels, service } = fresh();
    service.list = [
      product('full', 'active', { used: 1000 }),
      product('left', 'active', { used: 999 }),
      product('free', 'active', { flow: 0, used: 5 }),
      product('gone', 'released', { used: 1000 }),
    ];
    tunnels.refresh();
    expect(tunnels.state$.value.tunnels.filter(({ spent }) => spent).map(({ subId }) => subId)).toEqual(['full']);
  });

  it('G-07: in LAN mode nothing is asked', () => {
    const { tunnels, available, calls } = fresh();
    available.set(false);
    tunnels.refresh();
    tunnels.activate('p', 'box1');
    expect(calls).toEqual([]);
    expect(tunnels.state$.value.available).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { homeNetworkUrl } from './home-network-url.ts';

const at = (address: string): URL => new URL(address);

describe('the address of the house for another device', () => {
  it('is that of the page, or of the box where the page is at the box itself', () => {
    expect(homeNetworkUrl(at('https://box.example/home'), '192.168.1.20')).toBe('https://box.example');
    expect(homeNetworkUrl(at('http://192.168.1.20:6900/'), '')).toBe('http://192.168.1.20:6900');
    for (const here of ['localhost', '127.0.0.1', '[::1]'])
      expect(homeNetworkUrl(at(`http://${here}:6900/`), '192.168.1.20'), here).toBe('http://192.168.1.20:6900');
  });

  it('is none where nobody knows one', () => {
    for (const ip of ['', 'localhost', '127.0.0.1'])
      expect(homeNetworkUrl(at('http://localhost:6900/'), ip)).toBeNull();
  });
});

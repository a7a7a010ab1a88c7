import type { BoxClient } from '@boxwood/box-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { PASSWORD } from './box-process.ts';

/** Signs in at the box and returns a client that carries the session. */
export const signIn = async (
  origin: string,
  userName: string,
  pwd: string = PASSWORD,
): Promise<BoxClient & { readonly token: string }> => {
  const anonymous = createBoxClient({ baseUrl: origin, transport: fetchTransport() });
  const { token } = await anonymous.session.signIn({
    appId: 'web',
    appIdSecurity: '',
    appKey: '',
    devtype: 'web',
    logintype: 1,
    userName,
    pwd,
  });
  const client = createBoxClient({
    baseUrl: origin,
    transport: fetchTransport(),
    identity: () => ({ username: userName, token }),
  });
  return { ...client, token };
};

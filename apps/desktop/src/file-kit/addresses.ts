import { FileAddressesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** Returns the URL builder for files and thumbnails. Renders again when the key in those URLs is renewed. */
export const useAddresses = () => {
  const addresses = useService(FileAddressesToken);
  // Subscribed only to render again: the URLs contain the key.
  useStream(addresses.key$);
  return addresses;
};

import { FileUrlsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';

/** Returns the URL builder for files and thumbnails. Renders again when the key in those URLs is renewed. */
export const useFileAddresses = () => {
  const addresses = useService(FileUrlsToken);
  // Subscribed only to render again: the URLs contain the key.
  useStream(addresses.key$);
  return addresses;
};

import { FileAddressesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** Makes addresses of files and thumbnails; renders again when the key behind them is renewed. */
export const useAddresses = () => {
  const addresses = useService(FileAddressesToken);
  // The value is not needed here: a new key makes new addresses.
  useStream(addresses.key$);
  return addresses;
};

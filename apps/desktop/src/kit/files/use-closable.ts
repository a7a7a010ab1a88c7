import { useEffect, useState } from 'react';

interface Closable {
  close(): void;
}

/**
 * Creates an object for a mounted component and closes it after unmount. Closing is deferred by a task, because React
 * strict mode mounts, unmounts and mounts again.
 */
export const useClosable = <T extends Closable>(make: () => T): T => {
  const [held] = useState(() => ({ made: make(), mounts: 0 }));
  useEffect(() => {
    held.mounts += 1;
    return () => {
      held.mounts -= 1;
      setTimeout(() => {
        if (held.mounts === 0) held.made.close();
      }, 0);
    };
  }, [held]);
  return held.made;
};

import type { GatedArea } from '@boxwood/domain';
import type { ReactNode } from 'react';
import { Gate } from '../../../file-kit/gate/Gate.tsx';
import { AreaBar } from './AreaBar.tsx';

/** The gate of an area with what can be done with it while it is open, above its files (P-10). */
export const Gated = ({ area, children }: { readonly area: GatedArea; readonly children: ReactNode }) => (
  <>
    <AreaBar area={area} />
    <Gate key={area} area={area}>
      {children}
    </Gate>
  </>
);

import type { GatedArea } from '@boxwood/domain';
import type { ReactNode } from 'react';
import { Gate } from '../../../file-kit/gate/Gate.tsx';
import { AreaBar } from './AreaBar.tsx';

/** Files of a gated area: its lock and password buttons above the gate with the files (P-10). */
export const Gated = ({ area, children }: { readonly area: GatedArea; readonly children: ReactNode }) => (
  <>
    <AreaBar area={area} />
    <Gate key={area} area={area}>
      {children}
    </Gate>
  </>
);

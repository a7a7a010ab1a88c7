import type { ProtectedArea } from '@boxwood/domain';
import type { ReactNode } from 'react';
import { Gate } from '../../../kit/files/gate/Gate.tsx';
import { GatedAreaBar } from './GatedAreaBar.tsx';

/** Files of a gated area: its lock and password buttons above the gate with the files (P-10). */
export const GatedFiles = ({ area, children }: { readonly area: ProtectedArea; readonly children: ReactNode }) => (
  <>
    <GatedAreaBar area={area} />
    <Gate key={area} area={area}>
      {children}
    </Gate>
  </>
);

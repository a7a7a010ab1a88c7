import type { PersonLabel } from '@boxwood/domain';
import { FaceImage } from '../../../file-kit/pictures/FaceImage.tsx';
import styles from '../people.module.css';
import { WhyDialog } from './late.tsx';
import { PersonName } from './PersonName.tsx';
import type { Asking } from './WhyDialog.tsx';

export interface PersonHeadProps {
  readonly person: PersonLabel;
  readonly onNamed: (name: string) => void;
  /** Of which picture somebody asks why it is here. */
  readonly asking: Asking | null;
  readonly onAsked: () => void;
}

/** Above the pictures of somebody: their face, and their name, which is typed there. */
export const PersonHead = ({ person, onNamed, asking, onAsked }: PersonHeadProps) => (
  <header className={styles.head}>
    <FaceImage small face={person.face} />
    <PersonName person={person} onDone={onNamed} />
    {asking === null ? null : <WhyDialog of={asking} onClose={onAsked} />}
  </header>
);

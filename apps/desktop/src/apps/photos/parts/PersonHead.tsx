import type { PersonLabel } from '@boxwood/domain';
import type { ReactNode } from 'react';
import { FaceImage } from '../../../file-kit/pictures/FaceImage.tsx';
import styles from '../people.module.css';
import { PersonName } from './PersonName.tsx';

export interface PersonHeadProps {
  readonly person: PersonLabel;
  readonly onNamed: (name: string) => void;
  /** An open dialog about the person. */
  readonly children: ReactNode;
}

/** Header of a person page: the face and the editable name. */
export const PersonHead = ({ person, onNamed, children }: PersonHeadProps) => (
  <header className={styles.head}>
    <FaceImage small face={person.face} />
    <PersonName person={person} onDone={onNamed} />
    {children}
  </header>
);

import type { PersonLabel } from '@boxwood/domain';
import type { ReactNode } from 'react';
import { FaceImage } from '../../../../kit/files/pictures/FaceImage.tsx';
import styles from '../../people.module.css';
import { PersonNameField } from './PersonNameField.tsx';

export interface PersonHeaderProps {
  readonly person: PersonLabel;
  readonly onNamed: (name: string) => void;
  /** An open dialog about the person. */
  readonly children: ReactNode;
}

/** Header of a person page: the face and the editable name. */
export const PersonHeader = ({ person, onNamed, children }: PersonHeaderProps) => (
  <header className={styles.head}>
    <FaceImage small face={person.face} />
    <PersonNameField person={person} onDone={onNamed} />
    {children}
  </header>
);

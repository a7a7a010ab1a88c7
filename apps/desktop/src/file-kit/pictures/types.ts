import { PLACES } from '@boxwood/domain';

/** Types of files as the box numbers them. */
export const [FILM, PHOTO] = [2, 3] as const;

/** Where pictures are looked for: a person's own and those of the house, both with a recycle bin. */
export const LOOKED_IN = [PLACES.personal, PLACES.public] as const;

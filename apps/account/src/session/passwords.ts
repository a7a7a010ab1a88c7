import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes, one lane (G-05); the salt has 16 bytes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The verifier of a password, in PHC form; also what boxes get for offline sign-in. */
export const verifierOf = (password: string): Promise<string> => hash(password, COST);

/** Whether a password fits a verifier. */
export const fits = (verifier: string, password: string): Promise<boolean> => verify(verifier, password);

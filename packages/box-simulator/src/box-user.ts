/** A user who may sign in. */
export interface BoxUser {
  readonly name: string;
  readonly password: string;
  readonly admin: boolean;
}

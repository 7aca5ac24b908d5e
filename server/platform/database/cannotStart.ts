/** The program cannot start, for a reason that the operator can fix. The message says how. */
export class CannotStart extends Error {}

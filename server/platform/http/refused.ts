import type { ApiError, Refusal } from '../../../contract/errors.ts'

/** Thrown to answer a request with one of the contract's errors. */
export class Refused extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.error = error
  }
}

/** Throws the refusal that a policy returned; does nothing for null. */
export function enforce(refusal: Refusal): void {
  if (refusal) throw new Refused(refusal)
}

import type { ApiError, Refusal } from '../../../contract/errors.ts'

/** Thrown to answer a request with one of the contract's errors. */
export class Refused extends Error {
  readonly error: ApiError
  /** `Retry-After` in seconds (RFC 9110 section 10.2.3); null if waiting does not help. */
  readonly retryAfterSeconds: number | null
  /** What the call has stored stays stored. Others have stored nothing, or what they have stored is undone. */
  readonly keepsWrites: boolean

  constructor(
    error: ApiError,
    {
      retryAfterSeconds = null,
      keepsWrites = false,
    }: { retryAfterSeconds?: number | null; keepsWrites?: boolean } = {},
  ) {
    super(error.message)
    this.error = error
    this.retryAfterSeconds = retryAfterSeconds
    this.keepsWrites = keepsWrites
  }
}

/** Throws one of the contract's errors with a message that says what was refused, and why. */
export function refuseExplained(error: ApiError & { readonly isExplained: true }, message: string): never {
  throw new Refused({ ...error, message })
}

/** Throws the refusal that a policy returned; does nothing for null. */
export function enforce(refusal: Refusal): void {
  if (refusal) throw new Refused(refusal)
}

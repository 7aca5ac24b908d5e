import type { ApiError, Refusal } from '../../../contract/errors.ts'
import type { Db } from '../database/connection.ts'

/** Thrown to answer a request with one of the contract's errors. */
export class Refused extends Error {
  readonly error: ApiError
  /** `Retry-After` in seconds (RFC 9110 section 10.2.3); null if waiting does not help. */
  readonly retryAfterSeconds: number | null
  /** What the call has stored stays stored. Others have stored nothing, or what they have stored is undone. */
  readonly keepsWrites: boolean
  /** What is written about the refusal, once the transaction of the call is undone; null for nothing. */
  readonly afterwards: ((db: Db) => Promise<void>) | null

  constructor(
    error: ApiError,
    {
      retryAfterSeconds = null,
      keepsWrites = false,
      afterwards = null,
    }: {
      retryAfterSeconds?: number | null
      keepsWrites?: boolean
      afterwards?: Refused['afterwards']
    } = {},
  ) {
    super(error.message)
    this.error = error
    this.retryAfterSeconds = retryAfterSeconds
    this.keepsWrites = keepsWrites
    this.afterwards = afterwards
  }
}

/** Thrown to answer a request with a permanent redirect to a path of this site. */
export class MovedPermanently extends Error {
  readonly path: string

  constructor(path: string) {
    super(`It is at ${path} now.`)
    this.path = path
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

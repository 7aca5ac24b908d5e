import { fieldsOf } from '../../contract/objects.ts'

/** A refusal by the server, with its status, code and message. */
export class ApiFailure extends Error {
  readonly status: number
  /** Empty where the API gives none. */
  readonly code: string
  /** How long to wait before it is sent again, where the server says so. */
  readonly retryAfterSeconds: number | null

  constructor(
    { status, code = '', message }: { status: number; code?: string; message: string },
    { retryAfterSeconds = null }: { retryAfterSeconds?: number | null } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer came: the device is offline, or the server cannot be reached. */
export class ConnectionFailure extends Error {}

/** Status and code of a refusal, whichever side raised it; null when it is another kind of failure. */
export function refusalOf(error: unknown): { status: number; code: string; message: string } | null {
  if (!(error instanceof Error)) return null
  const { status, code } = fieldsOf(error)
  return typeof status === 'number'
    ? { status, code: typeof code === 'string' ? code : '', message: error.message }
    : null
}

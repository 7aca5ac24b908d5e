import { refusalOf } from '../../data/failure.ts'
import { failureText } from './failureText.ts'

/** The server's message for a refusal that its reader can act on; a general text otherwise. */
export function refusalText(error: unknown): string {
  const refusal = refusalOf(error)
  const isTheirs = refusal && [400, 403, 404, 409].includes(refusal.status)
  return isTheirs ? refusal.message : failureText(error)
}

import { ConnectionFailure, refusalOf } from '../../data/failure.ts'

/** The text for failures that have no text of their own where they happen. */
export function failureText(error: unknown): string {
  if (refusalOf(error)?.status === 429) return 'Whoah, slow down there!'
  if (error instanceof ConnectionFailure) return "Make sure you're connected to the internet"
  return 'Something went wrong.'
}

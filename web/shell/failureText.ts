import { ConnectionFailure, refusalOf } from '../data/failure.ts'

/** What people are told about a failure that the place where it happened has no words for. */
export function failureText(error: unknown): string {
  if (refusalOf(error)?.status === 429) return 'Whoah, slow down there!'
  if (error instanceof ConnectionFailure) return "Make sure you're connected to the internet"
  return 'Something went wrong.'
}

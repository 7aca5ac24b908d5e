/*
 * What is caught has the type `unknown`. These functions get from it what the code decides by.
 */

/** The message of an error; anything else that was thrown, as text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The code that Node.js (`ENOENT`), PostgreSQL (`23505`) and libraries give their errors; undefined without one. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

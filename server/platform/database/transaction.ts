import { type Db, isConflict, isUniqueViolation } from './connection.ts'

/** Runs `work` in the transaction that `db` belongs to, or else in a new one. */
export const inTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/**
 * Ends a transaction that cannot go on, because another one has changed what it began with. `retryAfterConflict` runs it again, as one that
 * PostgreSQL ended.
 */
export class LostConflict extends Error {
  override name = 'LostConflict'
  /** `serialization_failure` */
  readonly code = '40001'
}

/** Runs a whole transaction, and once more if it lost a conflict. A collision of random ids is as harmless: nothing is stored. */
export const retryAfterConflict = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  attempt().catch((error: unknown) => {
    if (isConflict(error) || isUniqueViolation(error)) return attempt()
    throw error
  })

/** Runs `work` in a transaction of its own, and once more if that lost a conflict. Nothing of the first attempt is stored then. */
export const retriedTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  retryAfterConflict(() => db.transaction().execute(work))

import { type Db, isConflict, isUniqueViolation } from './connection.ts'

/** Runs `work` in the transaction that `db` belongs to, or else in a new one. */
export const inTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Runs a whole transaction, and once more if it lost a conflict. A collision of random ids is as harmless: nothing is stored. */
export const retryAfterConflict = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  attempt().catch((error: unknown) => {
    if (isConflict(error) || isUniqueViolation(error)) return attempt()
    throw error
  })

import type { Db } from './connection.ts'

/** Runs `work` in the transaction that `db` belongs to, or else in a new one. */
export const inTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

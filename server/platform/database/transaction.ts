import type { Db } from './connection.ts'

/** Performs `work` in a transaction: in the one that `db` belongs to, if it belongs to one, and otherwise in its own. */
export const inTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

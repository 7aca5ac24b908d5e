import { randomBytes } from 'node:crypto'
import type { Db } from '../database/connection.ts'

/** Keys of this site, made once and kept in the database so that every process shares them. */
export interface Secrets {
  /** Signs session ids and CSRF tokens. */
  readonly session: Buffer
  /** Keys the ids under which deleted accounts appear in a thread. */
  readonly ghost: Buffer
  /** Signs proof-of-work challenges. */
  readonly captcha: Buffer
}

const names = ['session', 'ghost', 'captcha'] as const

/** Reads the keys, making those that are missing; safe when several programs start at once. */
export async function loadSecrets(db: Db): Promise<Secrets> {
  await db
    .insertInto('site_secrets')
    .values(names.map((name) => ({ name, value: randomBytes(32) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db.selectFrom('site_secrets').select(['name', 'value']).execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.value])) as unknown as Secrets
}

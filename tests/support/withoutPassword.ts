import { sql } from 'kysely'
import type { Forum } from './forum.ts'

/** Makes a call while nobody has given their password recently. */
export async function withoutPassword<T>({ db }: Pick<Forum, 'db'>, call: () => Promise<T>): Promise<T> {
  await sql`update sessions set password_given_at = null`.execute(db)
  const answer = await call()
  await sql`update sessions set password_given_at = now()`.execute(db)
  return answer
}

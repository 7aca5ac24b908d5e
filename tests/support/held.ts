import { sql } from 'kysely'
import type { HoldLevel } from '../../contract/heldWords.ts'
import type { Db } from '../../server/platform/database/connection.ts'

/** Lets a community hold posts and comments of new members. */
export async function holdNewMembers(db: Db, community: string, level: HoldLevel | null): Promise<void> {
  await sql`update communities set hold_new_members = ${level} where name = ${community}`.execute(db)
}

/** What a request is answered with while `birding` holds everything of new members, and everyone is new. */
export async function whileHeld<T>(db: Db, request: () => Promise<T>): Promise<T> {
  await holdNewMembers(db, 'birding', 'everything')
  await sql`update users set post_count = 0, comment_count = 0`.execute(db)
  try {
    return await request()
  } finally {
    await holdNewMembers(db, 'birding', null)
  }
}

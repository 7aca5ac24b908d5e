import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Forum, Member, PostFacts } from './forum.ts'
import { waitingStatements } from './waitingStatements.ts'
import { stored } from './wireIds.ts'

interface Move {
  readonly forum: Pick<Forum, 'db'>
  readonly admin: Member
  readonly author: Member
  readonly post: PostFacts
  /** The name of the community that the post goes to. */
  readonly to: string
}

/** Calls while an admin moves a post, but not yet for others. @returns the answer of the call. */
export async function duringMove<Answer extends { readonly statusCode: number }>(
  { forum, admin, author, post, to }: Move,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answers: Promise<[{ readonly statusCode: number }, Answer]> | undefined
  await forum.db.transaction().execute(async (trx) => {
    // The move notifies the author last.
    await sql`select from users where id = ${stored(author.id)} for no key update`.execute(trx)
    const moved = admin.post(`/api/posts/${post.publicId}/move`, { community: to })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    answers = Promise.all([moved, call()])
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
  })
  if (!answers) throw new Error('The move was not sent.')
  const [moved, called] = await answers
  expect(moved.statusCode).toBe(200)
  return called
}

import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { enqueued } from '../jobs/enqueue.ts'
import { recording } from '../moderation/log.ts'
import { readStanding } from '../moderation/standing.ts'
import { announceTask } from '../notifications/announcements.ts'
import { announceRefusal } from './policy.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * Has every member told about a post, once. The row that says so and the job that does so come together.
 *
 * @returns the post, while members are still being told.
 * @throws Refused with `post/not-found` for deleted posts: everybody would be led to something removed.
 */
export async function announcePost(
  db: Db,
  member: Viewer,
  { publicId }: { publicId: string },
  to: ViewFor,
): Promise<Post> {
  enforce(announceRefusal(member))
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  if (post.deleted_at) throw new Refused(errors.postNotFound)
  const act = {
    action: 'announce',
    actor: member,
    actedAs: 'admins',
    communityId: post.community_id,
    postId: post.id,
  } as const
  await db.transaction().execute(async (trx) => {
    enforce(announceRefusal(await readStanding(trx, member, post.community_id)))
    const { rows } = await sql`
      with announced as (
        insert into announcements (post_id, announced_by) values (${post.id}, ${member.id})
        on conflict (post_id) do nothing
        returning post_id),
      recorded as (${recording(act, { from: 'announced' })})
      select ${enqueued(announceTask, {}, { key: announceTask })} from announced`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.alreadyAnnounced)
  })
  return postView(post, to)
}

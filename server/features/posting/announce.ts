import { sql } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { logEntryInsert } from '../../core/moderationLog/record.ts'
import { lockRoles } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { announceTask } from './announcements.ts'
import { announceRefusal } from './policy.ts'

/**
 * Announces a post to every member, once. One statement stores the announcement and enqueues the job that notifies them.
 *
 * @returns the post, while the job is still notifying members.
 * @throws Refused with `post/not-found` for deleted posts, because the announcement would link to a removed post.
 */
export async function announcePost(
  db: Db,
  member: Viewer,
  { publicId }: { publicId: string },
  to: ViewAs,
): Promise<Post> {
  enforce(announceRefusal(member))
  const post = await getPostRow(db, publicId, { viewerId: member.id, format: to.format })
  if (post.deleted_at) throw new Refused(errors.postNotFound)
  const entry = {
    action: 'announce',
    actor: member,
    actedAs: 'admins',
    communityId: post.community_id,
    postId: post.id,
  } as const
  await db.transaction().execute(async (trx) => {
    enforce(announceRefusal(await lockRoles(trx, member, post.community_id, null)))
    const { rows } = await sql`
      with announced as (
        insert into announcements (post_id, announced_by) values (${post.id}, ${member.id})
        on conflict (post_id) do nothing
        returning post_id),
      recorded as (${logEntryInsert(entry, { from: 'announced' })})
      select graphile_worker.add_job(${announceTask}, job_key := ${announceTask}) from announced`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.alreadyAnnounced)
  })
  return postView(post, to)
}

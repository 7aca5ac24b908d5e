import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Gives a new version to the comments in the name of a community that is renamed, on posts that have moved elsewhere: their shown text
 * has its name, and that of the other community stays.
 */
export const noteRenamedSpeaker = (trx: Db, communityId: string) =>
  sql`
    update comments set author_group = comments.author_group from community_comments, posts
    where community_comments.community_id = ${communityId} and comments.id = community_comments.comment_id
      and posts.id = comments.post_id and posts.community_id <> ${communityId}`.execute(trx)

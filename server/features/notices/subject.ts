import { sql } from 'kysely'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import type { Address } from './address.ts'

/** The columns of a notice that say what it is about; at most one of the first five is not null. */
export interface Subject {
  readonly post_id: string | null
  readonly comment_id: string | null
  readonly user_id: string | null
  readonly community_id: string | null
  readonly message_id: string | null
  /** The member it is about, or who wrote it; null for communities. */
  readonly member_id: string | null
}

type SubjectColumn = Exclude<keyof Subject, 'member_id'>

const nothing: Subject = {
  post_id: null,
  comment_id: null,
  user_id: null,
  community_id: null,
  message_id: null,
  member_id: null,
}

interface Found {
  readonly id: string
  readonly member_id: string | null
}

/**
 * Finds what an address leads to, if this viewer can see it: not what moderators removed, nor what is in a community that they are banned
 * from reading, nor messages of others. One statement.
 *
 * @param viewer null for guests. `anyone`: as if they could see everything.
 * @returns null if there is no such thing, or they cannot see it.
 */
export async function findSubject(
  db: Db,
  address: Address,
  viewer: Viewer | null | 'anyone',
): Promise<Subject | null> {
  const [column, query] = queries[address.subject](address, viewer)
  const { rows } = await query.execute(db)
  const [found] = rows
  return found ? { ...nothing, [column]: found.id, member_id: found.member_id } : null
}

type Reader = Viewer | null | 'anyone'
type Query = (address: Address, reader: Reader) => readonly [SubjectColumn, ReturnType<typeof sql<Found>>]

const seesAll = (reader: Reader) => sql.lit(reader === 'anyone')
const idOf = (reader: Reader) => (reader === 'anyone' || reader === null ? '0' : reader.id)
const isReadable = (reader: Reader) =>
  sql`communities.deleted_at is null and communities.id <> all(${
    reader === 'anyone' ? [] : unreadableCommunities(reader)
  }::bigint[])`

const queries: Record<Address['subject'], Query> = {
  post: ({ key }, reader) => [
    'post_id',
    sql<Found>`
      select posts.id, author_id as member_id from posts join communities on communities.id = community_id
      where public_id = ${key} and (${seesAll(reader)} or (${isReadable(reader)}
        -- What authors delete without its content can still be read.
        and (posts.deleted_at is null or (posts.deleted_as = 'normal' and content_deleted_at is null))))`,
  ],
  comment: ({ key, parent }, reader) => [
    'comment_id',
    sql<Found>`
      select comments.id, comments.author_id as member_id from comments join posts on posts.id = post_id
      join communities on communities.id = posts.community_id
      where comments.id = ${parseIdOrNull(key) ?? '0'} and posts.public_id = ${parent}
        and (${seesAll(reader)} or (${isReadable(reader)} and comments.deleted_at is null))`,
  ],
  user: ({ key }) => [
    'user_id',
    sql<Found>`
      select id, id as member_id from users where username_key = ${key} and deleted_at is null and not is_built_in`,
  ],
  community: ({ key }, reader) => [
    'community_id',
    sql<Found>`
      select id, null::bigint as member_id from communities
      where id = community_named(${key}) and (${seesAll(reader)} or ${isReadable(reader)})`,
  ],
  message: ({ key, parent }, reader) => [
    'message_id',
    sql<Found>`
      select message.id, message.author_id as member_id from modmail_messages as message
      join modmail_conversations as conversation on conversation.id = conversation_id
      join communities on communities.id = community_id
      where message.id = ${parseIdOrNull(key) ?? '0'} and conversation.id = ${parseIdOrNull(parent ?? '') ?? '0'} and (${seesAll(reader)}
        or case when member_id = ${idOf(reader)} then kind <> 'note'
          else moderates_with(${idOf(reader)}::bigint, community_id, '{mail}')
            or exists (select from users where users.id = ${idOf(reader)} and is_admin) end)`,
  ],
}

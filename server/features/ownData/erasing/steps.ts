import { sql } from 'kysely'
import { erasedText } from '../../../../contract/entities/schema.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { deleteTraces } from '../erase.ts'
import type { Erasure, Place, Slice } from './erasure.ts'
import { replaceMentions } from './mentions.ts'
import { eraseTexts } from './texts.ts'
import { deleteVotes } from './votes.ts'

interface StepContext {
  readonly place: Place | null
  /** Host and port of this site; undefined if it is not configured. */
  readonly siteHost: string | undefined
}

/** One step, in slices of one short transaction each. A slice that was done and is repeated finds nothing. */
type Step = (trx: Db, erasure: Erasure, context: StepContext) => Promise<Slice>

/** The steps in their order. The last one forgets the name, which the others need. */
export const steps = {
  traces: async (trx, { userId }) => ({
    counts: {},
    next: (await deleteTraces(trx, userId)) > 0 ? {} : null,
  }),
  votes: (trx, { userId }, { place }) => deleteVotes(trx, userId, place),
  posts: (trx, erasure, { place }) => eraseTexts(trx, erasure, { kind: 'post', isDeleted: false, place }),
  deletedPosts: (trx, erasure, { place }) =>
    eraseTexts(trx, erasure, { kind: 'post', isDeleted: true, place }),
  comments: (trx, erasure, { place }) =>
    eraseTexts(trx, erasure, { kind: 'comment', isDeleted: false, place }),
  deletedComments: (trx, erasure, { place }) =>
    eraseTexts(trx, erasure, { kind: 'comment', isDeleted: true, place }),
  messages: eraseMessages,
  reports: leaveReports,
  images: deleteImages,
  mentions: async (trx, { name }, { place, siteHost }) =>
    name === null ? { counts: {}, next: null } : replaceMentions(trx, { name, place, siteHost }),
  name: forgetName,
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps

export const firstStep: StepName = 'traces'

/**
 * What the member wrote as a moderator in the conversations of others. Their own conversations went with the account; here go the
 * notifications about them, which have the subjects.
 */
async function eraseMessages(trx: Db, { userId, content }: Erasure): Promise<Slice> {
  await sql`
    with orphan as materialized (
      select id, user_id, is_new from notifications
      where type = 'modmail' and not exists (
        select from modmail_conversations where modmail_conversations.id = (details ->> 'conversationId')::bigint)),
    receiver as materialized (
      select id from users where id in (select user_id from orphan) order by id for no key update),
    deleted as (
      delete from notifications using orphan cross join (select count(*) from receiver) as locked
      where notifications.id = orphan.id returning orphan.user_id, orphan.is_new)
    select count_for_member(user_id, more_notifications => -(count(*) filter (where is_new))::integer)
    from deleted group by user_id`.execute(trx)
  if (content === 'keep') return { counts: {}, next: null }
  const { numAffectedRows = 0n } = await sql`
    update modmail_messages set body = ${erasedText}
    where author_id = ${userId} and body <> ${erasedText}`.execute(trx)
  return { counts: { messages: Number(numAffectedRows) }, next: null }
}

/** Open reports stay for the moderators, but as reports of the ghost, without their notes. */
async function leaveReports(trx: Db, { userId }: Erasure): Promise<Slice> {
  const { rows } = await sql<{ reports: number }>`
    with ghost as materialized (select id from users where is_built_in and username_key = 'ghost'),
    own as materialized (
      -- The ghost may have reported the same for the same reason already.
      select own.id, exists (
        select from reports as other join ghost on other.reporter_id = ghost.id
        where other.post_id = own.post_id and other.comment_id is not distinct from own.comment_id
          and other.reason_id is not distinct from own.reason_id) as is_known
      from reports as own where own.reporter_id = ${userId}),
    moved as (
      update reports set reporter_id = ghost.id, note = null from own, ghost
      where reports.id = own.id and not is_known returning reports.id),
    deleted as (delete from reports using own where reports.id = own.id and is_known returning reports.id)
    select ((select count(*) from moved) + (select count(*) from deleted))::integer as reports`.execute(trx)
  return { counts: { reports: rows[0]?.reports ?? 0 }, next: null }
}

/** Pictures that nothing uses. Those of texts went with the texts, and the one of the profile with the account. */
async function deleteImages(trx: Db, { userId }: Erasure): Promise<Slice> {
  const { rows } = await sql<{ images: number }>`
    with deleted as (
      update images set deleted_at = now()
      where uploader_id = ${userId} and not is_used and deleted_at is null returning id),
    enqueued as (select graphile_worker.add_job('delete_images') where exists (select from deleted))
    select count(*)::integer as images, (select count(*) from enqueued) from deleted`.execute(trx)
  return { counts: { pictures: rows[0]?.images ?? 0 }, next: null }
}

/** The account gets a name that says nothing. Its own name stays taken, as a hash. */
async function forgetName(trx: Db, { id, userId, name }: Erasure): Promise<Slice> {
  await sql`
    with hashed as (
      insert into erased_names (hash, user_id)
      select erased_name_hash(name), ${userId}::bigint from (
        select ${name}::text as name where ${name}::text is not null
        union select source_name from imported_users where user_id = ${userId}) as names
      on conflict do nothing),
    imported as (delete from imported_users where user_id = ${userId}),
    badge as (delete from badges where user_id = ${userId}),
    log as (
      update moderation_log set details = details - 'applicant'
      where lower(details ->> 'applicant') = lower(${name}::text)),
    erasure as (update erasures set name = null where id = ${id})
    update users set badge_count = 0, about_me = null, email_refused_at = null, last_seen_at = created_at,
      username = case when ${name}::text is null then username
        else 'erased_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) end
    where id = ${userId}`.execute(trx)
  return { counts: {}, next: null }
}

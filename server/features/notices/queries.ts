import { sql } from 'kysely'
import type { Notice, SentNotice } from '../../../contract/entities/notice.ts'
import { limits } from '../../../contract/limits.ts'
import type { NoticeAct } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { keyHash } from './keys.ts'
import { actsFor } from './policy.ts'

const excerptLength = 200

/** Markdown is longer than its plain text. */
const readLength = 4 * excerptLength

const complainUntil = sql<Date | null>`notices.decided_at + make_interval(days => ${sql.lit(limits.noticeComplaintDays)})`

const common = [
  'notices.id',
  'notices.kind',
  'notices.subject',
  'notices.address',
  'notices.ground',
  'notices.country',
  'notices.body',
  'notices.received_at',
  'notices.due_at',
  'notices.is_open',
  'notices.act',
  'notices.reasons',
  'notices.decided_at',
  'notices.complaint',
  'notices.complained_at',
  'notices.second_act',
  'notices.second_reasons',
  'notices.second_decided_at',
] as const

/** A notice that its sender may see: a member, or who has a key. */
export const findSentNotice = (
  db: Db,
  number: string,
  { viewer, key }: { viewer: { readonly id: string } | null; key: string | undefined },
) =>
  db
    .selectFrom('notices')
    .where('notices.id', '=', parseIdOrNull(number) ?? '0')
    .where((eb) =>
      eb.or([
        eb('reporter_id', '=', viewer?.id ?? null),
        eb('key_hash', '=', keyHash(key ?? '')),
        eb('mail_key_hash', '=', keyHash(key ?? '')),
      ]),
    )
    .select(common)
    .select([
      complainUntil.as('complain_until'),
      sql<boolean>`coalesce(complained_at is null and ${complainUntil} > now(), false)`.as('may_complain'),
    ])
    .executeTakeFirst()

type SentRow = NonNullable<Awaited<ReturnType<typeof findSentNotice>>>

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

interface DecisionRow {
  readonly act: NoticeAct | null
  readonly reasons: string | null
  readonly at: Date | null
}

const decisionView = ({ act, reasons, at }: DecisionRow) =>
  act === null || reasons === null || at === null ? null : { act, reasons, decidedAt: at.toISOString() }

type CommonRow = Pick<
  SentRow,
  | 'id'
  | 'kind'
  | 'subject'
  | 'address'
  | 'ground'
  | 'country'
  | 'body'
  | 'received_at'
  | 'due_at'
  | 'is_open'
  | 'complaint'
  | 'complained_at'
>

const commonView = (row: CommonRow) => ({
  number: Number(row.id),
  kind: row.kind,
  subject: row.subject,
  address: row.address,
  ground: row.ground,
  country: row.country,
  text: row.body,
  receivedAt: row.received_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  isOpen: row.is_open,
  complaint: row.complaint,
  complainedAt: iso(row.complained_at),
})

const firstDecision = (row: Pick<SentRow, 'act' | 'reasons' | 'decided_at'>) =>
  decisionView({ act: row.act, reasons: row.reasons, at: row.decided_at })
const secondDecision = (row: Pick<SentRow, 'second_act' | 'second_reasons' | 'second_decided_at'>) =>
  decisionView({ act: row.second_act, reasons: row.second_reasons, at: row.second_decided_at })

export const sentNoticeView = (row: SentRow): SentNotice => ({
  ...commonView(row),
  decision: firstDecision(row),
  complaintDecision: secondDecision(row),
  mayComplain: row.may_complain,
  mayComplainUntil: iso(row.complain_until),
})

const nameOf = (user: string) =>
  sql<
    string | null
  >`case when ${sql.ref(`${user}.deleted_at`)} is null then ${sql.ref(`${user}.username`)} when ${sql.ref(`${user}.id`)} is not null then 'ghost' end`

/** Notices with everything that one admin sees of them. */
export const selectNotices = (db: Db, admin: { readonly id: string }) =>
  db
    .selectFrom('notices')
    .leftJoin('comments', 'comments.id', 'notices.comment_id')
    .leftJoin('modmail_messages as message', 'message.id', 'notices.message_id')
    .leftJoin('modmail_conversations as conversation', 'conversation.id', 'message.conversation_id')
    .leftJoin('posts', (join) =>
      join.on('posts.id', '=', sql<string>`coalesce(notices.post_id, comments.post_id)`),
    )
    .leftJoin('communities', (join) =>
      join.on(
        'communities.id',
        '=',
        sql<string>`coalesce(notices.community_id, posts.community_id, conversation.community_id)`,
      ),
    )
    .leftJoin('users as member', (join) =>
      join.on(
        'member.id',
        '=',
        sql<string>`case when notices.post_id is not null then posts.author_id
          else coalesce(notices.user_id, comments.author_id, message.author_id) end`,
      ),
    )
    .leftJoin('users as reporter', 'reporter.id', 'notices.reporter_id')
    .leftJoin('users as decider', 'decider.id', 'notices.decided_by')
    .leftJoin('users as second', 'second.id', 'notices.second_decided_by')
    .select(common)
    .select([
      'notices.is_child_abuse',
      'notices.reporter_id',
      'notices.reporter_name',
      'notices.reporter_email',
      'notices.post_id',
      'notices.comment_id',
      'communities.id as community_id',
      'communities.name as community_name',
      'member.id as member_id',
      sql<boolean>`num_nonnulls(notices.post_id, notices.comment_id, notices.user_id, notices.community_id, notices.message_id) = 0`.as(
        'is_gone',
      ),
      sql<string | null>`case notices.subject
        when 'post' then posts.title
        when 'comment' then left(comments.body, ${sql.lit(readLength)})
        when 'message' then left(message.body, ${sql.lit(excerptLength)})
        when 'community' then communities.name
        else ${nameOf('member')} end`.as('title'),
      nameOf('member').as('member_name'),
      nameOf('reporter').as('reporter_username'),
      nameOf('decider').as('decider_name'),
      nameOf('second').as('second_name'),
      sql<string>`microseconds_of(notices.due_at)`.as('due_us'),
      sql<boolean>`notices.is_open and may_decide(notices, ${admin.id})`.as('may_decide'),
    ])

export type NoticeRow = Awaited<ReturnType<ReturnType<typeof selectNotices>['executeTakeFirstOrThrow']>>

export const noticeView = (row: NoticeRow): Notice => {
  const [first, second] = [firstDecision(row), secondDecision(row)]
  const isNamed = row.reporter_id !== null || row.reporter_name !== null || row.reporter_email !== null
  return {
    ...commonView(row),
    // Only comments are Markdown; titles, names and messages are plain.
    title: row.subject === 'comment' && row.title !== null ? excerptOf(row.title, excerptLength) : row.title,
    member: row.member_name === null ? null : { username: row.member_name },
    community:
      row.community_id === null || row.community_name === null
        ? null
        : { id: row.community_id, name: row.community_name },
    isChildAbuse: row.is_child_abuse,
    reporter: isNamed
      ? { username: row.reporter_username, name: row.reporter_name, email: row.reporter_email }
      : null,
    decision: first && { ...first, by: row.decider_name },
    complaintDecision: second && { ...second, by: row.second_name },
    acts: row.may_decide ? [...actsFor({ subject: row.subject, isGone: row.is_gone })] : [],
  }
}

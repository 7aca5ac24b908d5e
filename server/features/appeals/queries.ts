import { sql } from 'kysely'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { errors } from '../../../contract/errors.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'
import { type TitleReader, titleView } from '../../core/posts/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const nameOf = (user: string) =>
  sql<
    string | null
  >`case when ${sql.ref(`${user}.deleted_at`)} is null then ${sql.ref(`${user}.username`)} else 'ghost' end`

/** Appeals with everything that one viewer sees of them. */
export const selectAppeals = (db: Db, viewer: { readonly id: string }) =>
  db
    .selectFrom('appeals')
    .innerJoin('users as member', 'member.id', 'appeals.member_id')
    .innerJoin('users as actor', 'actor.id', 'appeals.actor_id')
    .leftJoin('users as answerer', 'answerer.id', 'appeals.answered_by')
    .leftJoin('communities', 'communities.id', 'appeals.community_id')
    .leftJoin('posts', 'posts.id', 'appeals.post_id')
    .select([
      'appeals.id',
      'act',
      'member_id',
      'appeals.community_id',
      'communities.name as community_name',
      'posts.public_id as post_public_id',
      'posts.title as post_title',
      'posts.author_id as post_author_id',
      'posts.deleted_as as post_deleted_as',
      'comment_id',
      'actor_id',
      'acted_as',
      'acted_at',
      'rule',
      'reason',
      'appeals.body',
      'appeals.created_at',
      'outcome',
      'is_reversed',
      'answer',
      'answered_as',
      'answered_by',
      'answered_at',
      nameOf('member').as('member_name'),
      nameOf('actor').as('actor_name'),
      nameOf('answerer').as('answerer_name'),
      sql<ModeratorPermission[]>`permission_of(appeals)`.as('needs'),
      sql<boolean>`appeals.answered_at is null and may_answer(appeals, ${viewer.id})`.as('may_answer'),
    ])

export type AppealRow = Awaited<ReturnType<ReturnType<typeof selectAppeals>['executeTakeFirstOrThrow']>>

/** @throws Refused with `appeal_not_found`. */
export const getAppealRow = (
  db: Db,
  id: string | null,
  viewer: { readonly id: string },
): Promise<AppealRow> =>
  selectAppeals(db, viewer)
    .where('appeals.id', '=', id ?? '0')
    .executeTakeFirstOrThrow(() => new Refused(errors.appealNotFound))

interface PostOfAppealRow {
  readonly post_public_id: string | null
  readonly post_title: string | null
  readonly post_author_id: string | null
  readonly post_deleted_as: string | null
  readonly community_id: string | null
}

/** The post of an appeal, or of its comment. It may belong to another member, and be removed itself. */
export function postOfAppeal(row: PostOfAppealRow, viewer: TitleReader): Appeal['post'] {
  const { post_public_id: publicId, post_title, post_author_id, post_deleted_as, community_id } = row
  if (publicId === null) return null
  const facts = {
    title: post_title ?? '',
    author_id: post_author_id ?? '',
    community_id: community_id ?? '',
    deleted_as: post_deleted_as,
  }
  return { publicId, title: titleView(facts, viewer) }
}

/** The viewer without a session: a suspended member, whose roles do not count. */
export const suspendedReader = ({ id }: { readonly id: string }): TitleReader => ({
  id,
  isAdmin: false,
  moderates: new Set(),
  bans: [],
})

/** An appeal; its member sees the role of those who acted and answered, but not the names. */
export function appealView(row: AppealRow, viewer: TitleReader): Appeal {
  const isOwn = row.member_id === viewer.id
  const named = (name: string | null) => (isOwn || name === null ? null : { username: name })
  return {
    id: Number(row.id),
    act: row.act,
    member: { username: row.member_name ?? 'ghost' },
    community: row.community_id === null ? null : { id: row.community_id, name: row.community_name ?? '' },
    post: postOfAppeal(row, viewer),
    comment: row.comment_id === null ? null : { id: row.comment_id },
    actedAs: row.acted_as,
    actor: named(row.actor_name),
    actedAt: row.acted_at.toISOString(),
    rule: row.rule,
    reason: row.reason,
    text: row.body,
    createdAt: row.created_at.toISOString(),
    outcome: row.outcome,
    isReversed: row.is_reversed,
    answer: row.answer,
    answeredAs: row.answered_as,
    answeredBy: row.answered_by === null ? null : named(row.answerer_name),
    answeredAt: row.answered_at?.toISOString() ?? null,
    mayAnswer: Boolean(row.may_answer),
  }
}

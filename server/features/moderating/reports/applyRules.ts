import { sql } from 'kysely'
import type { ContentKind } from '../../../../contract/automation.ts'
import { effectiveTrust } from '../../../../contract/trust.ts'
import { judge } from '../../../core/automation/decide.ts'
import { performDecision } from '../../../core/content/performRules.ts'
import type { ReviewServices } from '../../../core/review/gate.ts'
import { everyone, noteWrite } from '../../../core/sessions/viewer.ts'

/** What was reported. */
interface Reported {
  readonly community_id: string
  readonly post_id: string
  readonly comment_id: string | null
}

/** What rules look at of a post or comment that is stored. */
interface StoredFacts {
  readonly kind: ContentKind
  readonly title: string | null
  readonly body: string | null
  readonly link: string | null
  readonly is_made_with_ai: boolean
  readonly image_ids: readonly string[]
  readonly author_id: string
  readonly username: string
  readonly author_created_at: Date
  readonly points: number
  readonly trust_level: number
  readonly is_staff_somewhere: boolean
  readonly is_staff: boolean
  /** Rules that applied to it before. */
  readonly known: readonly string[]
}

/** Applies the rules that look at reports. Each applies once to the same post or comment. */
export async function applyRulesToReported(
  { db, config, automation, settings }: ReviewServices,
  { community_id: communityId, post_id: postId, comment_id: commentId }: Reported,
): Promise<void> {
  const rules = automation.rulesFor(communityId).filter(({ definition }) => definition.on === 'reports')
  if (rules.length === 0) return
  const { rows } = await sql<StoredFacts>`
    with content as (
      select type as kind, title, body, link_url as link, author_id, made_with_ai_by is not null as is_made_with_ai,
        array(select image_id::text from post_images where post_id = posts.id) as image_ids
      from posts where id = ${postId} and ${commentId}::bigint is null
      union all
      select 'comment', null, body, null, coalesce(written_by, author_id), made_with_ai_by is not null,
        array(select image_id::text from comment_images where comment_id = comments.id)
      from comments
      left join community_comments on community_comments.comment_id = id where id = ${commentId}::bigint)
    select content.*, users.username, users.created_at as author_created_at, users.points, users.trust_level,
      users.is_admin or users.id = program_account() or exists (
        select from moderators where user_id = users.id) as is_staff_somewhere,
      -- What a rule wrote is a moderator's, too.
      users.is_admin or users.id = program_account() or exists (
        select from moderators where user_id = users.id and community_id = ${communityId}) as is_staff,
      array(
        select distinct rule_id::text from automation_hits
        where post_id = ${postId} and comment_id is not distinct from ${commentId}::bigint) as known
    from content join users on users.id = content.author_id`.execute(db)
  const [row] = rows
  if (!row) return
  const { kind, title, body, link } = row
  const facts = {
    event: 'report',
    kind,
    title,
    body,
    link,
    isMadeWithAi: row.is_made_with_ai,
    at: new Date(),
    author: {
      username: row.username,
      createdAt: row.author_created_at,
      points: row.points,
      trust: effectiveTrust(row.trust_level, { isStaff: row.is_staff_somewhere }),
      isStaff: row.is_staff,
    },
  } as const
  const content = { communityId, authorId: row.author_id, postId, commentId, facts }
  const others = { ...automation, rulesFor: () => rules.filter(({ id }) => !row.known.includes(id)) }
  const decision = await judge(
    { db, automation: others, settings },
    { ...content, at: null, imageIds: row.image_ids },
  )
  if (decision.matches.length === 0) return
  // Invalidates cached copies in all processes.
  if (await performDecision(db, config, decision, content)) await noteWrite(db, everyone)
}

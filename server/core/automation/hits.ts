import { sql } from 'kysely'
import type { AutomationAct } from '../../../contract/automation.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { countCharacters, cut } from '../../platform/http/text.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import type { Match } from './decide.ts'
import type { LiveRule } from './live.ts'
import type { SubjectFacts } from './subject.ts'

/** What rules applied to. Ids are null while it is not stored. */
export interface HitContent {
  readonly communityId: string
  readonly authorId: string
  readonly postId: string | null
  readonly commentId: string | null
  /** False for an edit that was refused or held, and for all that is not stored. By default, what has a post is. */
  readonly isStored?: boolean
  /** What waits for review. */
  readonly heldItemId?: string
  readonly facts: Pick<SubjectFacts, 'kind' | 'title' | 'body' | 'link'>
}

/** The beginning of title and text, without the marks of Markdown, for people who look through hits. */
export function excerptOfFacts({ title, body, link }: Pick<SubjectFacts, 'title' | 'body' | 'link'>): string {
  const head = [title, link].filter((part) => part).join(separator)
  const room = limits.automationExcerptLength - countCharacters(head) - (head === '' ? 0 : separator.length)
  const text = body && room > 0 ? excerptOf(body, room) : ''
  return cut(
    [head, text]
      .filter((part) => part)
      .join(separator)
      .replace(/\s+/g, ' '),
    limits.automationExcerptLength,
  )
}

const separator = ' · '

/** What a rule did to it. Several rules can say the same; only one of them does it. */
export interface Done {
  readonly rule: LiveRule
  readonly does: AutomationAct
}

/** What a rule that only logs would do: nothing else where it refuses, and no report of what it removes. */
function wouldDo({ definition }: LiveRule, does: AutomationAct): boolean {
  const has = (act: AutomationAct) => definition.acts.some((one) => one.does === act)
  if (has('refuse')) return does === 'refuse'
  if (has('hold')) return does === 'hold' || does === 'notify'
  return does !== 'report' || !has('remove')
}

const actsOf = ({ rule, isShadow }: Match, done: readonly Done[]): readonly AutomationAct[] =>
  rule.definition.acts
    .map(({ does }) => does)
    .filter((does) =>
      isShadow ? wouldDo(rule, does) : done.some((one) => one.rule === rule && one.does === does),
    )

/** Logs that rules applied, with what each of them did: `done`, or would do if it only logs. */
export async function recordHits(
  db: Db,
  matches: readonly Match[],
  content: HitContent,
  done: readonly Done[],
): Promise<void> {
  if (matches.length === 0) return
  const { isStored = content.postId !== null } = content
  const rows = matches.map((match, place) => ({
    place,
    rule_id: match.rule.id,
    version: match.rule.version,
    is_shadow: match.isShadow,
    acts: actsOf(match, done),
  }))
  // A rule may have been deleted with its community meanwhile.
  await sql`
    insert into automation_hits (rule_id, version, community_id, post_id, comment_id, kind, author_id, is_shadow, acts, excerpt, held_item_id)
    select rule.id, hit.version, ${content.communityId}::bigint, ${content.postId}::bigint, ${content.commentId}::bigint,
      ${content.facts.kind === 'comment' ? 'comment' : 'post'}, ${content.authorId}::bigint, hit.is_shadow, hit.acts,
      ${isStored ? null : excerptOfFacts(content.facts)}, ${content.heldItemId ?? null}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as hit (place integer, rule_id bigint, version integer, is_shadow boolean, acts text[])
      join automation_rules as rule on rule.id = hit.rule_id
    order by hit.place`.execute(db)
}

/** Says what the thing that waited for review has become, so that the log of rules links to it. */
export async function publishHits(
  db: Db,
  heldItemId: string,
  { postId, commentId }: { readonly postId: string; readonly commentId: string | null },
): Promise<void> {
  await db
    .updateTable('automation_hits')
    .set({ post_id: postId, comment_id: commentId })
    .where('held_item_id', '=', heldItemId)
    .execute()
}

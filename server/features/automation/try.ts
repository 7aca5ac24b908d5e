import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { ContentKind } from '../../../contract/automation.ts'
import type { AutomationDefinition, AutomationTrial } from '../../../contract/entities/automation.ts'
import { wireId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { effectiveTrust } from '../../../contract/trust.ts'
import { compile } from '../../core/automation/compile.ts'
import { countFor } from '../../core/automation/counts.ts'
import { matches } from '../../core/automation/decide.ts'
import { excerptOfFacts } from '../../core/automation/hits.ts'
import { type AutomationEvent, Subject, type SubjectFacts } from '../../core/automation/subject.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseDefinition } from './definition.ts'
import { enforceScope, parseScope } from './scope.ts'
import { type TriedContentRow, triedContent } from './triedContent.sql.ts'

/** How many posts and comments are tested before other requests get their turn. */
const trialBatch = 100
/** After this time, a trial ends with what it has tested. */
const trialMaxMs = 5000

/** Comments of a community are looked for among this many of the site. */
const searchedMax = 50_000

const factsOf = (row: TriedContentRow, event: AutomationEvent): SubjectFacts => ({
  event,
  kind: row.kind as ContentKind,
  title: row.title,
  body: row.body,
  link: row.link_url,
  isMadeWithAi: row.is_made_with_ai,
  at: row.created_at,
  author: {
    username: row.username,
    createdAt: row.author_created_at,
    points: row.author_points,
    trust: effectiveTrust(row.trust_level, { isStaff: row.is_staff_somewhere }),
    isStaff: row.is_staff,
  },
})

const eventOf = ({ on }: AutomationDefinition): AutomationEvent =>
  on === 'edits' ? 'edit' : on === 'reports' ? 'report' : 'new'

interface TryServices {
  readonly db: Db
  readonly settings: Pick<SettingValues, 'pictureDistance'>
}

/** The posts and comments among the latest of a scope to which a rule applies, with how many were looked at. */
async function findCaught(
  { db, settings }: TryServices,
  definition: AutomationDefinition,
  communityId: string | null,
) {
  const rows = await queryRows(db, triedContent, {
    scope: communityId === null ? 'site' : 'community',
    communityId,
    limit: limits.automationTriedMax,
    searchedMax,
  })
  // When it begins or ends says nothing about the past.
  const rule = compile({ ...definition, startsAt: null, endsAt: null }, communityId === null)
  const event = eventOf(definition)
  const looked = rows
    // What rules write passes no rules, but it can be reported.
    .filter(({ is_by_rule }) => !is_by_rule || event === 'report')
    .map((row) => ({ row, facts: factsOf(row, event) }))
    .filter(({ facts }) => rule.concerns(new Subject(facts)))
  const caught: typeof looked = []
  const endsAt = performance.now() + trialMaxMs
  for (let at = 0; at < looked.length; at += trialBatch) {
    const next = looked[at]
    if (next && performance.now() > endsAt) return { rows: rows.slice(0, rows.indexOf(next.row)), caught }
    const some = looked.slice(at, at + trialBatch)
    const counts = await countFor(
      db,
      some.map(({ row, facts }) => ({
        communityId: row.community_id,
        authorId: row.author_id,
        postId: row.post_id,
        commentId: row.comment_id,
        at: row.exact_time,
        imageIds: row.image_ids,
        facts,
      })),
      rule.counts,
      settings,
    )
    caught.push(...some.filter(({ facts }, place) => matches(rule, new Subject(facts, counts[place]))))
    await yieldToRequests()
  }
  return { rows, caught }
}

/**
 * Says what a rule would have done: to which of the latest posts and comments it applies, and what became of them. It is the same code
 * with the same counts as when it acts.
 *
 * @throws Refused as `enforceScope` and `parseDefinition`.
 */
export async function tryAutomation(
  services: TryServices,
  viewer: Viewer,
  given: { readonly communityId?: string | null; readonly definition: AutomationDefinition },
): Promise<AutomationTrial> {
  const communityId = parseScope(given.communityId)
  await enforceScope(services.db, viewer, communityId)
  const { rows, caught } = await findCaught(services, parseDefinition(given.definition), communityId)
  const noRemoved = caught.filter(({ row }) => row.is_removed).length
  const noComments = rows.filter(({ comment_id }) => comment_id !== null).length
  return {
    noPosts: rows.length - noComments,
    noComments,
    noCaught: caught.length,
    noRemoved,
    noLeft: caught.length - noRemoved,
    samples: caught.slice(0, limits.automationSamplesShown).map(({ row, facts }) => ({
      id: row.comment_id ?? row.post_id,
      type: row.comment_id === null ? 'post' : 'comment',
      communityName: row.community_name,
      path: pathOfContent(row.community_name, row.public_id, row.comment_id),
      excerpt: excerptOfFacts(facts),
      author: row.is_author_deleted ? null : { username: row.username },
      at: row.created_at.toISOString(),
      isRemoved: row.is_removed,
    })),
  }
}

/** The path of a post or comment on this site. */
export const pathOfContent = (communityName: string, publicId: string, commentId: string | null): string =>
  `/${communityName}/post/${publicId}${commentId === null ? '' : `/${wireId('comment', commentId)}`}`

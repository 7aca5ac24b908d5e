import { sql } from 'kysely'
import type { AutomationAct, ContentKind } from '../../../contract/automation.ts'
import type { AutomationActGiven } from '../../../contract/entities/automation.ts'
import { limits } from '../../../contract/limits.ts'
import { type Config, ownHosts } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cut } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { enqueuePurge } from '../api/purge.ts'
import type { AutomationDecision, Match } from '../automation/decide.ts'
import { type Done, type HitContent, recordHits } from '../automation/hits.ts'
import type { LiveRule } from '../automation/live.ts'
import type { SubjectFacts } from '../automation/subject.ts'
import { parseReason, recordAction } from '../moderationLog/record.ts'
import { notifyStaff } from '../notifications/notify.ts'
import {
  changeCommentLimits,
  commentLimitsView,
  type LimitedPlace,
  readCommentLimits,
} from './commentLimits.ts'
import { type Content, lockContent } from './content.ts'
import { createComments } from './createComments.sql.ts'
import { setLocks } from './lock.ts'
import { setMadeWithAi } from './madeWithAi.ts'
import { takeDown } from './takeDown.ts'

/** The built-in account that stands for the program. */
export async function programAccount(db: Db): Promise<{ readonly id: string }> {
  const { rows } = await sql<{
    id: string
  }>`select id from users where username_key = 'nobody' and is_built_in`.execute(db)
  const [account] = rows
  if (!account) throw new Error('The built-in account is missing.')
  return account
}

/** What acts need of the configuration. */
export type ConfigOfActs = Pick<Config, 'purgeUrl' | 'siteUrl' | 'formerHosts'>

/** In whose name a rule acts: its moderators', or the admins' of the site. */
const roleOf = ({ communityId }: LiveRule) => (communityId === null ? 'admins' : 'mods')

/** The first act of this kind among the rules that act, with its rule. */
function firstAct({ matches }: Pick<AutomationDecision, 'matches'>, does: AutomationAct) {
  for (const { rule, isShadow } of matches) {
    const act = isShadow ? undefined : rule.definition.acts.find((one) => one.does === does)
    if (act) return { rule, act, text: parseReason(act.text) }
  }
  return null
}

/**
 * Does what rules decided about a post or comment that is stored now, and logs it: reports, removes, locks or marks it, limits comments on the
 * post, answers in the name of the community, and notifies moderators.
 * Each is done once, by the first rule that says so, and logged as done by this one alone; a removed post is not reported too. The
 * moderation log names the rule. Where guests see something differently now, a shared cache is purged.
 *
 * @returns whether guests see something differently now: then `noteWrite` must follow, for everyone, after the commit.
 */
export const performDecision = (
  db: Db,
  config: ConfigOfActs,
  decision: AutomationDecision,
  content: ActedOn,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const done = await actOn(trx, config, decision, content)
    const notice = firstAct(decision, 'notify')
    if (notice) {
      await notifyOf(trx, notice, content)
      done.push({ rule: notice.rule, does: 'notify' })
    }
    await recordHits(trx, decision.matches, content, done)
    const isSeen = done.some(({ does }) => changesWhatGuestsSee(does, content))
    if (isSeen) await enqueuePurge(trx, config)
    return isSeen
  })

/** A post or comment that is stored now. */
type ActedOn = HitContent & { readonly postId: string; readonly facts: Pick<SubjectFacts, 'event'> }

/** Nobody has seen what is new; but limits and answers because of a new comment show at its post. */
function changesWhatGuestsSee(does: AutomationAct, { commentId, facts }: ActedOn): boolean {
  if (isAboutPost(does)) return facts.event !== 'new' || commentId !== null
  return (does === 'remove' || does === 'lock' || does === 'mark') && facts.event !== 'new'
}

/** Whether an act is about the post, also where the rule applies to a comment. */
export const isAboutPost = (does: string): boolean => does === 'slow' || does === 'limit' || does === 'answer'

/** Locks, marks and removes or reports it, and limits comments on its post or answers. @returns what of it was done. */
async function actOn(
  trx: Db,
  config: ConfigOfActs,
  decision: AutomationDecision,
  content: ActedOn,
): Promise<Done[]> {
  const done: Done[] = []
  const removal = firstAct(decision, 'remove')
  const lock = firstAct(decision, 'lock')
  const mark = firstAct(decision, 'mark')
  const report = firstAct(decision, 'report')
  const slow = firstAct(decision, 'slow')
  const limit = firstAct(decision, 'limit')
  const reply = firstAct(decision, 'answer')
  if (!removal && !lock && !mark && !report && !slow && !limit && !reply) return done
  const program = await programAccount(trx)
  const { postId, commentId } = content
  const concernsPost = slow !== null || limit !== null || reply !== null
  const contents = await lockContent(
    trx,
    program,
    {
      postIds: commentId === null || concernsPost ? [postId] : [],
      commentIds: commentId === null ? [] : [commentId],
    },
    { closesThreads: lock !== null && commentId === null },
  )
  const locked = contents.find(({ comment_id }) => comment_id === commentId)
  // Its author may have deleted it.
  if (!locked || locked.deleted_at !== null) return done
  const post = contents.find(({ comment_id }) => comment_id === null)
  // Before the post is locked or removed.
  if (reply && post && (await answer(trx, program, config, post, reply)))
    done.push({ rule: reply.rule, does: 'answer' })
  if (lock && locked.locked_at === null) {
    const { rule, text: reason } = lock
    await setLocks(
      trx,
      program,
      [{ content: locked, as: roleOf(rule), reason, basis: 'automation', automation: rule.name }],
      { locks: true },
    )
    done.push({ rule, does: 'lock' })
  }
  if (mark && locked.made_with_ai_by === null) {
    const { rule, text: reason } = mark
    await setMadeWithAi(
      trx,
      locked,
      { actor: program, as: roleOf(rule), reason, automation: rule.name },
      { marks: true },
    )
    done.push({ rule, does: 'mark' })
  }
  if (removal) {
    await remove(trx, program, locked, removal)
    done.push({ rule: removal.rule, does: 'remove' })
  } else if (report && (await fileReport(trx, program, locked, report)))
    done.push({ rule: report.rule, does: 'report' })
  const place = { communityId: locked.community_id, postId }
  if (slow && (await limitComments(trx, program, place, slow))) done.push({ rule: slow.rule, does: 'slow' })
  if (limit && (await limitComments(trx, program, place, limit)))
    done.push({ rule: limit.rule, does: 'limit' })
  return done
}

/**
 * Comments on a post in the name of its community, unless the rule has done so before, or nobody can comment there. Pins it if no
 * comment is pinned.
 *
 * @returns whether it did.
 */
async function answer(
  trx: Db,
  program: { readonly id: string },
  config: ConfigOfActs,
  post: Content,
  { rule, act: { text = '' } }: RuleAct & { readonly act: AutomationActGiven },
): Promise<boolean> {
  const { post_id: postId, public_id: publicId, community_id: communityId } = post
  const earlier = await trx
    .selectFrom('community_comments')
    .where('rule_id', '=', rule.id)
    .where('answered_post_id', '=', postId)
    .select('comment_id')
    .executeTakeFirst()
  if (earlier || post.deleted_at !== null || post.locked_at !== null) return false
  const stored = await queryRow(trx, createComments, {
    publicIds: [publicId],
    parentIds: ['-1'],
    authorIds: [program.id],
    roles: ['community'],
    bodies: [text],
    bodyHtmls: [renderMarkdown(text, { siteHosts: ownHosts(config) })],
    mentions: [''],
    areLimited: [false],
    areMadeWithAi: [false],
    maxDepth: limits.commentMaxDepth,
    renderer: rendererVersion,
    lockTimeout: null,
    format: 'source',
  })
  if (!stored || stored.refusal !== null) return false
  await trx
    .insertInto('community_comments')
    .values({ comment_id: stored.id, community_id: communityId, rule_id: rule.id, answered_post_id: postId })
    .execute()
  await sql`update comments set is_pinned = true where id = ${stored.id}
    and not exists (select from comments where post_id = ${postId} and is_pinned)`.execute(trx)
  await recordAction(trx, {
    action: 'comment_as_community',
    actor: program,
    actedAs: roleOf(rule),
    communityId,
    postId,
    commentId: stored.id,
    details: { basis: 'automation', automation: rule.name },
  })
  return true
}

/** Turns on slow mode, or limits who may comment, unless that is so already. @returns whether it was not. */
async function limitComments(
  trx: Db,
  program: { readonly id: string },
  place: LimitedPlace,
  { rule, act, text: reason }: RuleAct & { readonly act: AutomationActGiven },
): Promise<boolean> {
  const now = commentLimitsView(await readCommentLimits(trx, place))
  const { does, seconds, who, hours = null } = act
  if (does === 'slow' ? now?.slowMode : now?.commenters) return false
  await changeCommentLimits(
    trx,
    place,
    {
      ...(seconds !== undefined && { slowMode: { seconds, hours } }),
      ...(who && { commenters: { who, hours } }),
    },
    { actor: program, actedAs: roleOf(rule), rule: { id: rule.id, name: rule.name, reason } },
  )
  return true
}

/** Logs the rules for which something waits for review, and notifies moderators if one says so. The other acts have nothing to act on. */
export async function recordHeld(
  trx: Db,
  heldItemId: string,
  held: {
    readonly matches: readonly Match[]
    readonly authorId: string
    readonly postId: string | null
    readonly commentId: string | null
    readonly kind: 'post' | 'comment' | 'edit'
    readonly place: { readonly communityId: string }
    readonly content: {
      readonly type: ContentKind
      readonly title: string | null
      readonly body: string | null
      readonly link: string | null
    }
  },
): Promise<void> {
  const matches = held.matches.filter(
    ({ rule, isShadow }) => isShadow || rule.definition.acts.some(({ does }) => does === 'hold'),
  )
  if (matches.length === 0) return
  const { communityId } = held.place
  const { type: kind, ...texts } = held.content
  const isEdit = held.kind === 'edit'
  const notice = firstAct({ matches }, 'notify')
  const done: Done[] = matches.map(({ rule }) => ({ rule, does: 'hold' }))
  if (notice) done.push({ rule: notice.rule, does: 'notify' })
  const about = {
    communityId,
    authorId: held.authorId,
    postId: isEdit ? held.postId : null,
    commentId: isEdit ? held.commentId : null,
    isStored: false,
    heldItemId,
    facts: { kind, ...texts },
  }
  await recordHits(trx, matches, about, done)
  if (notice)
    await notifyOf(trx, notice, { communityId, authorId: held.authorId, postId: null, commentId: null })
}

function notifyOf(
  trx: Db,
  { rule, text }: RuleAct,
  about: { communityId: string; authorId: string; postId: string | null; commentId: string | null },
): Promise<void> {
  const { communityId, authorId, postId, commentId } = about
  return notifyStaff(
    trx,
    {
      type: 'automation',
      communityId,
      postId,
      commentId,
      details: { ruleName: rule.name, ...(text !== null && { reason: text }) },
    },
    { role: roleOf(rule), without: [authorId] },
  )
}

interface RuleAct {
  readonly rule: LiveRule
  readonly text: string | null
}

const remove = (trx: Db, program: { readonly id: string }, content: Content, { rule, text }: RuleAct) =>
  takeDown(trx, program, [
    {
      content,
      as: roleOf(rule),
      itsContent: 'kept',
      basis: 'automation',
      why: {
        logged: { reason: text, details: { automation: rule.name } },
        forAuthor: text === null ? {} : { reason: text },
      },
    },
  ])

/** A report in the name of no member, unless there is one already. @returns whether there was none. */
async function fileReport(
  trx: Db,
  program: { readonly id: string },
  { community_id, post_id, comment_id, author_id }: Content,
  { rule, text }: RuleAct,
): Promise<boolean> {
  const { rows } = await sql`
    with report as (
      insert into reports (community_id, post_id, comment_id, rule, note, reporter_id, author_id)
      values (${community_id}, ${post_id}, ${comment_id}, ${rule.name}, ${text}, ${program.id}, ${author_id})
      on conflict do nothing returning post_id, comment_id),
    counted as (insert into report_counts (event) select 'filed' from report)
    select graphile_worker.add_job('alert_moderators',
      json_build_object('postId', post_id::text, 'commentId', comment_id::text),
      job_key => 'alert_moderators ' || post_id || ' ' || coalesce(comment_id, 0)) from report`.execute(trx)
  return rows.length > 0
}

/** The text of a refusal for the author, who can still change what they wrote. */
export const refusalText = ({ name }: LiveRule, text: string): string =>
  cut(text.trim(), limits.automationTextMaxLength) || `The rule “${name}” does not allow this.`

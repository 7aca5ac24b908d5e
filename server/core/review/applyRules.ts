import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction, retryAfterConflict } from '../../platform/database/transaction.ts'
import { Refused } from '../../platform/http/refused.ts'
import { judge, type Match } from '../automation/decide.ts'
import { recordHits } from '../automation/hits.ts'
import type { Automation } from '../automation/live.ts'
import type { SubjectFacts } from '../automation/subject.ts'
import { type ConfigOfActs, performDecision, refusalText } from '../content/performRules.ts'
import { isStaff, rolesAtRequest } from '../permissions/roles.ts'
import { everyone, noteWrite } from '../sessions/viewer.ts'
import type { Place, Reason, Written } from './written.ts'

/** A post or comment that is stored now. */
interface Stored {
  readonly postId: string
  readonly commentId: string | null
}

/** Does what rules decided about something that is stored now. @returns as `performDecision`. */
export type Follow = (trx: Db, stored: Stored) => Promise<boolean>

interface Ruled {
  readonly reasons: readonly Reason[]
  readonly matches: readonly Match[]
  readonly follow: Follow | null
}

const nothing: Ruled = { reasons: [], matches: [], follow: null }

/**
 * Applies the automatic rules of the site and of the community.
 *
 * @throws Refused with `refused_by_rule` if one refuses it, which is logged.
 */
export async function applyRules(
  {
    db,
    config,
    automation,
    settings,
  }: {
    readonly db: Db
    readonly config: ConfigOfActs
    readonly automation: Automation
    readonly settings: Pick<SettingValues, 'pictureDistance'>
  },
  written: Written,
  place: () => Promise<Place | null>,
): Promise<Ruled> {
  if (automation.isEmpty()) return nothing
  const communityId = 'communityId' in written.at ? written.at.communityId : (await place())?.communityId
  if (communityId === undefined) return nothing
  const { author, edited } = written
  const facts = factsOf(written, communityId)
  const content = {
    communityId,
    authorId: author.id,
    postId: edited?.postId ?? null,
    commentId: edited?.commentId ?? null,
    facts,
  }
  const decision = await judge(
    { db, automation, settings },
    { ...content, at: null, imageIds: written.content.imageIds },
  )
  if (decision.refusal) {
    const { rule, text } = decision.refusal
    const record = (now: Db) =>
      recordHits(now, decision.matches, { ...content, isStored: false }, [{ rule, does: 'refuse' }])
    // What a call with an idempotency key has written is undone.
    if (!db.isTransaction) await record(db)
    throw new Refused(
      { ...errors.refusedByRule, message: refusalText(rule, text) },
      { afterwards: db.isTransaction ? record : null },
    )
  }
  if (decision.matches.length === 0) return nothing
  return {
    reasons: decision.holds.map(({ id, name }): Reason => ({ reason: 'rule', ruleId: id, name })),
    matches: decision.matches,
    follow: (now, stored) => performDecision(now, config, decision, { ...content, ...stored }),
  }
}

/**
 * Stores something and does what rules decided about it: both or, if the program ends in between, neither. Without `follow`, it is
 * only stored.
 *
 * @param store may be called again after a conflict, which has stored nothing.
 * @param storedOf what it has stored; null for nothing.
 */
export async function storeAndFollow<Result>(
  db: Db,
  follow: Follow | null,
  store: (db: Db) => Promise<Result>,
  storedOf: (result: Result) => Stored | null,
): Promise<Result> {
  if (!follow) return store(db)
  const attempt = () =>
    inTransaction(db, async (trx) => {
      const result = await store(trx)
      const stored = storedOf(result)
      return { result, isSeen: stored !== null && (await follow(trx, stored)) }
    })
  // A larger transaction is retried as a whole.
  const { result, isSeen } = await (db.isTransaction ? attempt() : retryAfterConflict(attempt))
  // Invalidates cached copies in all processes.
  if (isSeen) await noteWrite(db, everyone)
  return result
}

const factsOf = ({ author, content, before }: Written, communityId: string): SubjectFacts => ({
  event: before ? 'edit' : 'new',
  kind: content.type,
  title: content.title,
  body: content.body,
  link: content.link,
  isMadeWithAi: content.isMadeWithAi,
  at: new Date(),
  author: {
    username: author.username,
    createdAt: author.createdAt,
    points: author.points,
    trust: author.trust,
    isStaff: isStaff(rolesAtRequest(author, communityId, null)),
  },
})

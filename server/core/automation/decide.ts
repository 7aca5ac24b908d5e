import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import { type CountedContent, countFor, type WantedCount } from './counts.ts'
import type { Automation, LiveRule } from './live.ts'
import { Subject, type SubjectFacts } from './subject.ts'

/** A rule that applies. */
export interface Match {
  readonly rule: LiveRule
  /** Whether it only logs. */
  readonly isShadow: boolean
}

/** What rules do about a post or comment. */
export interface AutomationDecision {
  /** The rules that apply, in their order. With `refusal`, the one that refuses, and those that only log. */
  readonly matches: readonly Match[]
  /** What its author reads if it is not to be stored. */
  readonly refusal: { readonly rule: LiveRule; readonly text: string } | null
  /** The rules for which it waits for moderators. */
  readonly holds: readonly LiveRule[]
}

export const nothingDecided: AutomationDecision = { matches: [], refusal: null, holds: [] }

/** Whether a rule applies to a post or comment; its counts must be there. */
export const matches = (rule: Pick<LiveRule, 'concerns' | 'matches'>, subject: Subject): boolean =>
  rule.concerns(subject) && rule.matches(subject)

/** What the rules do about a post or comment, in their order, as far as a rule that ends it. */
export function decide(rules: readonly LiveRule[], subject: Subject): AutomationDecision {
  const applied: Match[] = []
  for (const rule of rules) {
    const isShadow = rule.state === 'shadow'
    if (!matches(rule, subject)) continue
    applied.push({ rule, isShadow })
    if (isShadow) continue
    const refusing = rule.definition.acts.find(({ does }) => does === 'refuse')
    // Nothing is stored on which others could act. Reported content is.
    if (refusing && subject.facts.event !== 'report')
      return {
        matches: applied.filter((match) => match.isShadow || match.rule === rule),
        refusal: { rule, text: refusing.text ?? '' },
        holds: [],
      }
    if (rule.definition.isLast) break
  }
  const holds = applied.filter(
    ({ rule, isShadow }) => !isShadow && rule.definition.acts.some(({ does }) => does === 'hold'),
  )
  return { matches: applied, refusal: null, holds: holds.map(({ rule }) => rule) }
}

export type Judged = Omit<CountedContent, 'facts'> & { readonly facts: SubjectFacts }

/**
 * What the rules of the site and of the community do about a post or comment. Without rules that look at it, it costs nothing; otherwise
 * at most one statement, which counts what these rules need.
 */
export async function judge(
  {
    db,
    automation,
    settings,
  }: {
    readonly db: Db
    readonly automation: Automation
    readonly settings: Pick<SettingValues, 'pictureDistance'>
  },
  judged: Judged,
): Promise<AutomationDecision> {
  const bare = new Subject(judged.facts)
  const rules = automation.rulesFor(judged.communityId).filter((rule) => rule.concerns(bare))
  if (rules.length === 0) return nothingDecided
  const wanted: WantedCount[] = rules.flatMap(({ counts }) => counts)
  const [counts] = await countFor(db, [judged], wanted, settings)
  return decide(rules, counts && wanted.length > 0 ? bare.withCounts(counts) : bare)
}

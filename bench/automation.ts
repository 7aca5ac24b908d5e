import type { AutomationCondition, AutomationDefinition } from '../contract/entities/automation.ts'
import { compile } from '../server/core/automation/compile.ts'
import { decide } from '../server/core/automation/decide.ts'
import type { LiveRule } from '../server/core/automation/live.ts'
import { Subject } from '../server/core/automation/subject.ts'

const textLength = 40_000
const rounds = 30
const sentences =
  'The seller of cheap watches says hello to everyone in the café, see https://shop.example/sale?x=1 and write back. ' +
  'Я видел птицу у озера. Free sample of nothing at all! '

/** None of them applies, so that every word of the text is looked at. */
const words = (n: number) => Array.from({ length: 100 }, (_, index) => `unword${n}x${index}`)
const conditions: readonly ((n: number) => AutomationCondition)[] = [
  (n) => ({ is: 'words', list: words(n) }),
  (n) => ({ is: 'words', list: words(n), isDisguised: true }),
  (n) => ({ is: 'words', list: words(n).slice(0, 20), isPart: true }),
  (n) => ({ is: 'pattern', pattern: `(buy|sell)\\s+unpattern${n}\\b` }),
  (n) => ({ is: 'pattern', pattern: `\\p{Lu}{12,}${n}` }),
  (n) => ({ is: 'domains', list: words(n).map((word) => `${word}.example`) }),
  (n) => ({ is: 'capitals', number: 90 + (n % 10) }),
  (n) => ({ is: 'links', number: 5000 + n }),
  (n) => ({
    is: 'all',
    of: [
      { is: 'age', compare: 'below', number: n },
      { is: 'words', list: words(n) },
    ],
  }),
]

const ruleOf = (when: AutomationCondition, n: number): LiveRule => {
  const definition: AutomationDefinition = {
    on: 'new',
    to: 'both',
    when,
    acts: [{ does: 'hold' }],
    isLast: false,
    sparesStaff: true,
    startsAt: null,
    endsAt: null,
    daily: null,
  }
  return {
    id: String(n),
    version: 1,
    communityId: null,
    name: `Rule ${n}`,
    state: 'on',
    place: n,
    definition,
    ...compile(definition, true),
  }
}

const subject = () =>
  new Subject({
    event: 'new',
    kind: 'text',
    title: 'A long text',
    body: sentences.repeat(Math.ceil(textLength / sentences.length)).slice(0, textLength),
    link: null,
    isMadeWithAi: false,
    at: new Date(),
    author: { username: 'rio', createdAt: new Date(), points: 1, trust: 0, isStaff: false },
  })

/** Milliseconds of the fastest round; each has a text that no rule has seen. */
function timeOf(rules: readonly LiveRule[]): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const text = subject()
    const startedAt = performance.now()
    decide(rules, text)
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  return fastest
}

export interface AutomationCost {
  /** The time that one of a hundred rules of all kinds takes, in milliseconds. */
  readonly eachMs: number
  readonly hundredMs: number
  /** The kind of rule that takes longest when a hundred are of it. */
  readonly slowest: { readonly kind: string; readonly hundredMs: number }
}

/** Times rules without code on a text of 40,000 characters to which none of them applies. */
export function measureAutomation(): AutomationCost {
  const many = (kindOf: (n: number) => AutomationCondition) =>
    Array.from({ length: 100 }, (_, n) => ruleOf(kindOf(n), n))
  const hundredMs = timeOf(
    many((n) => conditions[n % conditions.length]?.(n) ?? { is: 'points', number: 10 }),
  )
  const byKind = conditions.map((kindOf) => {
    const { is, isDisguised, isPart } = kindOf(0)
    return {
      kind: `${is}${isDisguised ? ', disguised' : ''}${isPart ? ', in parts' : ''}`,
      hundredMs: timeOf(many(kindOf)),
    }
  })
  const slowest = byKind.reduce((a, b) => (b.hundredMs > a.hundredMs ? b : a))
  return { eachMs: hundredMs / 100, hundredMs, slowest }
}

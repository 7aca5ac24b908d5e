import { RE2JS } from 're2js'
import type { ConditionKind } from '../../../contract/automation.ts'
import type { AutomationCondition, AutomationDefinition } from '../../../contract/entities/automation.ts'
import { AddressList } from './addresses.ts'
import { keyOfCount, type WantedCount, wantedCount } from './counts.ts'
import { fold, isUnspaced, undisguise, wordsOf } from './fold.ts'
import { literalsOf } from './literals.ts'
import type { AutomationEvent, SearchedText, Subject } from './subject.ts'

export type Test = (subject: Subject) => boolean

/** A definition as it is executed. */
export interface CompiledDefinition {
  /** Whether it looks at such a post or comment at all, before anything is counted. */
  readonly concerns: Test
  readonly matches: Test
  /** What has to be counted before it can match. */
  readonly counts: readonly WantedCount[]
}

/** @param isOfSite whether it is a rule of the whole site. @throws for a pattern that cannot be compiled. */
export function compile(definition: AutomationDefinition, isOfSite: boolean): CompiledDefinition {
  const counts = new Map<string, WantedCount>()
  const matches = testOf(definition.when, isOfSite, (count) => counts.set(keyOfCount(count), count))
  return { concerns: concernsOf(definition), matches, counts: [...counts.values()] }
}

/** The flags of patterns: case does not matter, and dots also match the ends of lines. */
const patternFlags = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL

/** In steps of the compiled pattern: the time for a letter of a text grows with it. */
const patternSizeMax = 400

/** Patterns that find the same in a text in lower case, without looking for capitals: that is many times as fast. */
const lowerCasePattern = /^(?:\\[bBdDsSwWnrt.\-\\/()[\]{}?*+^$|]|[^\\A-Z\u0080-\uffff])*$/

/** @returns why a pattern cannot be compiled, or null if it can. */
export function patternMistake(pattern: string): string | null {
  try {
    const size = RE2JS.compile(pattern, patternFlags).programSize()
    return size > patternSizeMax ? 'it is too large, for example by numbers of repetitions.' : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function concernsOf({ on, to, sparesStaff, startsAt, endsAt, daily }: AutomationDefinition): Test {
  const events: ReadonlySet<AutomationEvent> = new Set(
    on === 'both' ? ['new', 'edit'] : on === 'edits' ? ['edit'] : on === 'reports' ? ['report'] : ['new'],
  )
  const from = startsAt === null ? Number.NEGATIVE_INFINITY : Date.parse(startsAt)
  const until = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)
  const isInHours = daily === null ? null : dailyTest(daily)
  return ({ facts: { event, kind, at, author } }) =>
    events.has(event) &&
    (to === 'both' || (kind === 'comment') === (to === 'comments')) &&
    !(sparesStaff && author.isStaff) &&
    at.getTime() >= from &&
    at.getTime() < until &&
    (isInHours === null || isInHours(at))
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

function dailyTest({ from, until, timeZone }: NonNullable<AutomationDefinition['daily']>) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const [first, last] = [minutesOf(from), minutesOf(until)]
  return (at: Date): boolean => {
    const minute = minutesOf(clock.format(at))
    return first < last ? minute >= first && minute < last : minute >= first || minute < last
  }
}

type OnCount = (count: WantedCount) => void

function testOf(condition: AutomationCondition, isOfSite: boolean, onCount: OnCount): Test {
  // What has no language is neither in these languages nor in others.
  if (condition.is === 'language') return languageTest(condition)
  const test = tests[condition.is](condition, isOfSite, onCount)
  return condition.not ? (subject) => !test(subject) : test
}

const compared = (
  { compare, number = 0 }: AutomationCondition,
  numberOf: (subject: Subject) => number,
): Test =>
  compare === 'below' ? (subject) => numberOf(subject) < number : (subject) => numberOf(subject) >= number

const countTest = (condition: AutomationCondition, isOfSite: boolean, onCount: OnCount): Test => {
  const wanted = wantedCount(condition, isOfSite)
  if (!wanted) throw new Error(`Nothing is counted for ${condition.is}.`)
  onCount(wanted)
  const key = keyOfCount(wanted)
  return compared(condition, ({ counts }) => counts.get(key) ?? 0)
}

function languageTest({ languages = [], not = false }: AutomationCondition): Test {
  const wanted = new Set(languages)
  return ({ language }) => language !== null && wanted.has(language) !== not
}

const hourMs = 3_600_000

type ToTest = (condition: AutomationCondition, isOfSite: boolean, onCount: OnCount) => Test

const tests: Record<Exclude<ConditionKind, 'language'>, ToTest> = {
  all({ of = [] }, isOfSite, onCount) {
    const all = of.map((one) => testOf(one, isOfSite, onCount))
    return (subject) => all.every((test) => test(subject))
  },
  any({ of = [] }, isOfSite, onCount) {
    const any = of.map((one) => testOf(one, isOfSite, onCount))
    return (subject) => any.some((test) => test(subject))
  },
  words({ list = [], where = 'any', isPart = false, isDisguised = false }) {
    const isIn = wordTest(list, { isPart, isDisguised })
    return (subject) => isIn(subject.textAt(where))
  },
  pattern({ pattern = '', where = 'any' }) {
    const isLowerCase = lowerCasePattern.test(pattern) && !pattern.includes('(?')
    const compiled = RE2JS.compile(pattern, isLowerCase ? RE2JS.DOTALL : patternFlags)
    const literals = literalsOf(pattern)
    return (subject) => {
      const { lowerCase, text } = subject.textAt(where)
      if (literals && !literals.some((one) => lowerCase.includes(one))) return false
      return subject.withinPatternTime(() => compiled.test(isLowerCase ? lowerCase : text))
    }
  },
  domains({ list = [] }) {
    const addresses = new AddressList(list)
    return (subject) => subject.addresses.some((address) => addresses.has(address))
  },
  kind({ kinds = [] }) {
    const wanted = new Set(kinds)
    return ({ facts }) => wanted.has(facts.kind)
  },
  madeWithAi:
    () =>
    ({ facts }) =>
      facts.isMadeWithAi,
  blockedImage: (condition, isOfSite, onCount) => countTest({ ...condition, number: 1 }, isOfSite, onCount),
  length: (condition) =>
    compared(condition, (subject) => subject.textAt(condition.where ?? 'any').text.length),
  capitals: (condition) => compared(condition, ({ capitals }) => capitals),
  links: (condition) => compared(condition, ({ addresses }) => addresses.length),
  names({ list = [] }) {
    const names = new Set(list.map((name) => name.replace(/^@/, '').toLowerCase()))
    return ({ facts }) => names.has(facts.author.username.toLowerCase())
  },
  age: (condition) =>
    compared(condition, ({ facts: { at, author } }) => (at.getTime() - author.createdAt.getTime()) / hourMs),
  points: (condition) => compared(condition, ({ facts }) => facts.author.points),
  trust: (condition) => compared(condition, ({ facts }) => facts.author.trust),
  removals: countTest,
  earlier: countTest,
  rate: countTest,
  repeats: countTest,
  similar: countTest,
  reports: countTest,
}

/** Whether one of the words or phrases is in a text. Each costs a look into a set, or a search for a constant text. */
function wordTest(
  list: readonly string[],
  { isPart, isDisguised }: { isPart: boolean; isDisguised: boolean },
): (text: SearchedText) => boolean {
  const whole: string[] = []
  /** With one space before it, and after it where it has to end there. */
  const spaced: string[] = []
  const inside: string[] = []
  const undisguisedWhole: string[] = []
  const undisguisedSpaced: string[] = []
  for (const entry of list) {
    const folded = fold(entry.trim())
    const isBeginning = folded.endsWith('*')
    const words = wordsOf(folded)
    // Signs alone, such as an emoji, are in no word.
    if (words.length === 0 || isPart || isUnspaced(folded)) {
      const part = folded.replace(/\*$/, '')
      if (part !== '') inside.push(part)
    } else if (words.length === 1 && !isBeginning) whole.push(words[0] ?? '')
    else spaced.push(isBeginning ? ` ${words.join(' ')}` : ` ${words.join(' ')} `)
    if (isDisguised && words.length > 0) {
      const plain = words.map(undisguise).join(' ')
      if (words.length === 1 && !isPart && !isBeginning) undisguisedWhole.push(plain)
      else undisguisedSpaced.push(isPart ? plain : isBeginning ? ` ${plain}` : ` ${plain} `)
    }
  }
  return (text) =>
    whole.some((word) => text.words.has(word)) ||
    spaced.some((phrase) => text.spaced.includes(phrase)) ||
    inside.some((part) => text.folded.includes(part)) ||
    undisguisedWhole.some((word) => text.undisguisedWords.has(word)) ||
    undisguisedSpaced.some((phrase) => text.undisguisedSpaced.includes(phrase))
}

import type { AutomationLanguage, ConditionPlace, ContentKind } from '../../../contract/automation.ts'
import { type Address, addressesIn, addressOf } from './addresses.ts'
import { fold, undisguisedWords, wordsOf } from './fold.ts'
import { languageOf } from './language.ts'

/** What happened to a post or comment. */
export type AutomationEvent = 'new' | 'edit' | 'report'

export interface SubjectFacts {
  readonly event: AutomationEvent
  readonly kind: ContentKind
  /** Null for comments. */
  readonly title: string | null
  readonly body: string | null
  /** The URL of a link post. */
  readonly link: string | null
  /** Whether it is marked so. */
  readonly isMadeWithAi: boolean
  readonly at: Date
  readonly author: {
    readonly username: string
    readonly createdAt: Date
    readonly points: number
    /** The trust level. */
    readonly trust: number
    /** Moderators of the community, and admins. */
    readonly isStaff: boolean
  }
}

/** A text as rules look at it. What several of them need is worked out once. */
export class SearchedText {
  readonly text: string
  #lowerCase: string | undefined
  #folded: string | undefined
  #words: readonly string[] | undefined
  #wordSet: ReadonlySet<string> | undefined
  #spaced: string | undefined
  #undisguised: readonly string[] | undefined
  #undisguisedSet: ReadonlySet<string> | undefined
  #undisguisedSpaced: string | undefined

  constructor(text: string) {
    this.text = text
  }

  /** A long s is a small one, too, as for patterns without regard to capitals. */
  get lowerCase(): string {
    this.#lowerCase ??= this.text.toLowerCase().replaceAll('ſ', 's')
    return this.#lowerCase
  }

  get folded(): string {
    this.#folded ??= fold(this.text)
    return this.#folded
  }

  get words(): ReadonlySet<string> {
    this.#words ??= wordsOf(this.folded)
    this.#wordSet ??= new Set(this.#words)
    return this.#wordSet
  }

  /** The words with one space around each. */
  get spaced(): string {
    this.#words ??= wordsOf(this.folded)
    this.#spaced ??= ` ${this.#words.join(' ')} `
    return this.#spaced
  }

  /** The same of words without their disguise. */
  get undisguisedWords(): ReadonlySet<string> {
    this.#undisguised ??= undisguisedWords(this.folded)
    this.#undisguisedSet ??= new Set(this.#undisguised)
    return this.#undisguisedSet
  }

  get undisguisedSpaced(): string {
    this.#undisguised ??= undisguisedWords(this.folded)
    this.#undisguisedSpaced ??= ` ${this.#undisguised.join(' ')} `
    return this.#undisguisedSpaced
  }
}

/** For all patterns of all rules together. */
const patternMsMax = 250

/** A post or comment as rules look at it. */
export class Subject {
  readonly facts: SubjectFacts
  /** What was counted, by `keyOfCount`. */
  readonly counts: ReadonlyMap<string, number>
  readonly #texts = new Map<ConditionPlace, SearchedText>()
  #addresses: readonly Address[] | undefined
  #capitals: number | undefined
  #language: AutomationLanguage | null | undefined
  #patternMs = 0

  constructor(facts: SubjectFacts, counts: ReadonlyMap<string, number> = new Map()) {
    this.facts = facts
    this.counts = counts
  }

  /**
   * Looks for a pattern, unless others have taken too long for this text: time is linear in the text, but a pattern with many repetitions
   * can take half a second for a text that is made for it. False then.
   */
  withinPatternTime(find: () => boolean): boolean {
    if (this.#patternMs > patternMsMax) return false
    const startedAt = performance.now()
    const isFound = find()
    this.#patternMs += performance.now() - startedAt
    return isFound
  }

  withCounts(counts: ReadonlyMap<string, number>): Subject {
    return new Subject(this.facts, counts)
  }

  textAt(place: ConditionPlace): SearchedText {
    const known = this.#texts.get(place)
    if (known) return known
    const { title, body, link } = this.facts
    const parts = place === 'title' ? [title] : place === 'body' ? [body] : [title, body, link]
    const made = new SearchedText(parts.filter((part) => part !== null).join('\n'))
    this.#texts.set(place, made)
    return made
  }

  get language(): AutomationLanguage | null {
    if (this.#language === undefined) this.#language = languageOf(this.textAt('any').text)
    return this.#language
  }

  /** Where its links lead. */
  get addresses(): readonly Address[] {
    if (this.#addresses) return this.#addresses
    const { body, link } = this.facts
    const own = link === null ? null : addressOf(link)
    this.#addresses = [...(own ? [own] : []), ...addressesIn(body ?? '')]
    return this.#addresses
  }

  /** Capitals among the letters that have them, in percent. */
  get capitals(): number {
    if (this.#capitals === undefined) {
      const { text } = this.textAt('any')
      const upper = text.match(/\p{Lu}/gu)?.length ?? 0
      const lower = text.match(/\p{Ll}/gu)?.length ?? 0
      this.#capitals = upper + lower === 0 ? 0 : (100 * upper) / (upper + lower)
    }
    return this.#capitals
  }
}

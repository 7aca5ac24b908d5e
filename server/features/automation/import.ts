import { parseAllDocuments } from 'yaml'
import type { AutomationAct } from '../../../contract/automation.ts'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type {
  AutomationActGiven,
  AutomationCondition,
  AutomationDefinition,
} from '../../../contract/entities/automation.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { fieldsOf } from '../../../contract/objects.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { errorMessage } from '../../platform/errors.ts'
import { Refused, refuseExplained } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { parseDefinition } from './definition.ts'
import { enforceScope, parseScope } from './scope.ts'

/** A rule of AutoModerator, as far as it fits. */
export type Imported = OutputOf<'importAutomation'>['rules'][number]

/**
 * Translates rules of AutoModerator, in their order. Stores nothing.
 *
 * @throws Refused as `enforceScope`, and with `invalid_automation` where nothing fits or it is not YAML.
 */
export async function importAutomation(
  db: Db,
  viewer: Viewer,
  { communityId, yaml }: { readonly communityId?: string | null; readonly yaml: string },
): Promise<OutputOf<'importAutomation'>> {
  await enforceScope(db, viewer, parseScope(communityId))
  return { rules: translate(yaml) }
}

/** @throws Refused with `invalid_automation`. */
export function translate(yaml: string): Imported[] {
  if (yaml.length > limits.automationYamlMaxLength)
    refuseExplained(
      errors.invalidAutomation,
      `The text can have ${limits.automationYamlMaxLength} characters.`,
    )
  const documents = parseAllDocuments(yaml, { schema: 'core', prettyErrors: true })
  const [mistake] = [...documents].flatMap(({ errors: mistakes }) => mistakes)
  if (mistake)
    refuseExplained(errors.invalidAutomation, `This is not YAML: ${mistake.message.split('\n')[0]}`)
  const rules = [...documents].flatMap((document, index) => {
    const given = readDocument(document)
    return isMapping(given) ? (new Translation(given).rule(index + 1) ?? []) : []
  })
  if (rules.length === 0)
    refuseExplained(errors.invalidAutomation, 'Nothing in it fits. A rule needs a condition and an action.')
  return rules.slice(0, limits.automationRulesMax)
}

/** Aliases could make a short text huge. */
function readDocument(document: { toJS(options: { maxAliasCount: number }): unknown }): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 })
  } catch (error) {
    return refuseExplained(errors.invalidAutomation, `This YAML cannot be read: ${errorMessage(error)}`)
  }
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one) : [],
  )

/** No key or threshold that is understood is longer. The expressions that take them apart are slow for long ones. */
const keyMaxLength = 200
const thresholdMaxLength = 40

const hoursOf: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168, month: 730, year: 8760 }

/** `< 3 days` and `> 10`; without a sign, it is an equation, which does not fit. */
function parseThreshold(value: unknown, unit: 'hours' | 'points') {
  const text = String(value)
  if (text.length > thresholdMaxLength) return null
  const [, sign = '', digits = '', word = ''] =
    /^\s*(<=?|>=?)\s*(-?\d+)\s*(hour|day|week|month|year)?s?\s*$/.exec(text) ?? []
  if (sign === '') return null
  const number = Number(digits) * (unit === 'hours' ? (hoursOf[word || 'day'] ?? 24) : 1)
  // `<= 3` of whole numbers is less than 4.
  const next = unit === 'hours' ? number : number + 1
  if (sign.startsWith('<')) return { compare: 'below', number: sign === '<' ? number : next } as const
  return { compare: 'atLeast', number: sign === '>=' ? number : next } as const
}

const targets: Readonly<
  Record<string, { to: AutomationDefinition['to']; kinds?: AutomationCondition['kinds'] }>
> = {
  any: { to: 'both' },
  comment: { to: 'comments' },
  submission: { to: 'posts' },
  'text submission': { to: 'posts', kinds: ['text'] },
  'link submission': { to: 'posts', kinds: ['link'] },
  'gallery submission': { to: 'posts', kinds: ['image'] },
}

const actions: Readonly<Record<string, AutomationAct>> = {
  remove: 'remove',
  spam: 'remove',
  filter: 'hold',
  report: 'report',
}

/** One rule, while it is translated. */
class Translation {
  readonly #given: Record<string, unknown>
  readonly #conditions: AutomationCondition[] = []
  readonly #acts = new Map<AutomationAct, string>()
  readonly #leftOut: string[] = []
  #to: AutomationDefinition['to'] = 'both'
  #on: AutomationDefinition['on'] = 'new'

  constructor(given: Record<string, unknown>) {
    this.#given = given
  }

  /** @returns null if it would apply to everything, or do nothing. */
  rule(number: number): Imported | null {
    for (const [key, value] of Object.entries(this.#given)) this.#take(key, value)
    const acts = [...this.#acts].map(([does, text]): AutomationActGiven => ({ does, ...(text && { text }) }))
    if (this.#conditions.length === 0 || acts.length === 0) return null
    const [first] = this.#conditions
    const isOfReports = this.#on === 'reports'
    const definition: AutomationDefinition = {
      on: this.#on,
      to: this.#to,
      when: this.#conditions.length === 1 && first ? first : { is: 'all', of: this.#conditions },
      // What is reported is there already.
      acts: isOfReports ? acts.map((act) => (act.does === 'hold' ? { ...act, does: 'remove' } : act)) : acts,
      isLast: false,
      sparesStaff: this.#given.moderators_exempt !== false,
      startsAt: null,
      endsAt: null,
      daily: null,
    }
    const title = textsOf(this.#given.action_reason)[0] ?? this.#firstWords()
    const name = cut(title ?? `AutoModerator ${number}`, limits.automationNameMaxLength)
    try {
      return { name, definition: parseDefinition(definition), leftOut: this.#leftOut } as Imported
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return refuseExplained(errors.invalidAutomation, `Rule ${number} (${name}): ${error.message}`)
    }
  }

  #firstWords(): string | undefined {
    const [condition] = this.#conditions
    return condition?.list?.slice(0, 3).join(', ') ?? condition?.pattern
  }

  #take(written: string, value: unknown): void {
    if (written.length > keyMaxLength) {
      this.#leftOut.push(`${written.slice(0, keyMaxLength)}…`)
      return
    }
    const [, negation = '', fields = '', modifiers = ''] =
      /^(~?)([^(]*?)\s*(?:\((.*)\))?$/.exec(written.trim()) ?? []
    const options = modifiers.split(',').map((one) => one.trim())
    const isUnderstood = this.#understand(fields.trim(), value, { not: negation === '~', options })
    if (!isUnderstood) this.#leftOut.push(written)
  }

  #understand(field: string, value: unknown, how: { not: boolean; options: readonly string[] }): boolean {
    const [text = ''] = textsOf(value)
    switch (field) {
      case 'type': {
        const target = targets[text]
        if (!target) return false
        this.#to = target.to
        if (target.kinds) this.#add({ is: 'kind', kinds: target.kinds }, false)
        return true
      }
      case 'is_edited':
        this.#on = value === true ? 'edits' : 'new'
        return true
      case 'reports':
        this.#on = 'reports'
        return this.#addNumber('reports', { compare: 'atLeast', number: Number(text) })
      case 'title':
      case 'body':
      case 'title+body':
      case 'body+title':
        return this.#addTexts(field.includes('+') ? 'any' : field === 'title' ? 'title' : 'body', value, how)
      case 'url':
      case 'title+body+url':
        return this.#addTexts('any', value, {
          ...how,
          options: field === 'url' ? [...how.options, 'includes'] : how.options,
        })
      case 'domain':
      case 'body+domain':
        return this.#add({ is: 'domains', list: textsOf(value) }, how.not)
      case 'body_longer_than':
        return this.#addNumber('length', { compare: 'atLeast', number: Number(text) + 1 }, 'body')
      case 'body_shorter_than':
        return this.#addNumber('length', { compare: 'below', number: Number(text) }, 'body')
      case 'author':
        return this.#takeAuthor(value)
      case 'action': {
        const act = actions[text]
        if (act) this.#acts.set(act, this.#acts.get(act) ?? this.#reason())
        return act !== undefined
      }
      case 'set_locked':
        if (value === true) this.#acts.set('lock', '')
        return true
      case 'modmail':
        this.#acts.set('notify', cut(text, limits.automationTextMaxLength))
        return true
      // Read elsewhere; the order is that of the rules.
      case 'action_reason':
      case 'report_reason':
      case 'moderators_exempt':
      case 'comment':
        return field !== 'comment' || this.#given.action === 'remove' || this.#given.action === 'spam'
      default:
        return false
    }
  }

  /** What the author or the moderators read. */
  #reason(): string {
    const { action, comment, report_reason, action_reason } = this.#given
    const isRemoval = action === 'remove' || action === 'spam'
    const [text = ''] = textsOf(isRemoval ? comment : (report_reason ?? action_reason))
    return cut(text.trim(), limits.automationTextMaxLength)
  }

  #add(condition: AutomationCondition, not: boolean): boolean {
    if (condition.list?.length === 0) return false
    this.#conditions.push({ ...condition, ...(not && { not: true }) })
    return true
  }

  #addNumber(
    is: AutomationCondition['is'],
    threshold: { compare: 'atLeast' | 'below'; number: number } | null,
    where?: 'body',
  ): boolean {
    if (!threshold || !Number.isSafeInteger(threshold.number)) return false
    return this.#add({ is, ...threshold, ...(where && { where }) }, false)
  }

  #addTexts(
    where: 'any' | 'title' | 'body',
    value: unknown,
    { not, options }: { not: boolean; options: readonly string[] },
  ): boolean {
    const list = textsOf(value)
    if (list.length === 0 || options.includes('case-sensitive')) return false
    if (options.includes('regex'))
      return this.#add({ is: 'pattern', where, pattern: list.map((one) => `(?:${one})`).join('|') }, not)
    const edge = options.find(
      (one) => one === 'starts-with' || one === 'ends-with' || one.startsWith('full-'),
    )
    if (edge) {
      const escaped = list.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
      const [start, end] = [edge === 'ends-with' ? '' : '^\\s*', edge === 'starts-with' ? '' : '\\s*$']
      return this.#add({ is: 'pattern', where, pattern: `${start}(?:${escaped})${end}` }, not)
    }
    return this.#add({ is: 'words', where, list, ...(options.includes('includes') && { isPart: true }) }, not)
  }

  #takeAuthor(value: unknown): boolean {
    if (!isMapping(value)) return this.#add({ is: 'names', list: textsOf(value) }, false)
    const before = this.#conditions.length
    for (const [key, one] of Object.entries(value)) {
      const isUnderstood =
        key === 'account_age'
          ? this.#addNumber('age', parseThreshold(one, 'hours'))
          : /^(?:comment|post|combined)_karma$/.test(key)
            ? this.#addNumber('points', parseThreshold(one, 'points'))
            : key === 'name' || key === '~name'
              ? this.#add({ is: 'names', list: textsOf(one) }, key.startsWith('~'))
              : key === 'satisfy_any_threshold'
      if (!isUnderstood) this.#leftOut.push(`author.${key}`)
    }
    const thresholds = this.#conditions.slice(before)
    if (fieldsOf(value).satisfy_any_threshold === true && thresholds.length > 1)
      this.#conditions.splice(before, thresholds.length, { is: 'any', of: thresholds })
    return true
  }
}

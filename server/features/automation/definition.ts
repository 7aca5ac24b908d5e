import type { ConditionKind } from '../../../contract/automation.ts'
import type {
  AutomationActGiven,
  AutomationCondition,
  AutomationDefinition,
} from '../../../contract/entities/automation.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { addressOf } from '../../core/automation/addresses.ts'
import { patternMistake } from '../../core/automation/compile.ts'
import { wantedCount } from '../../core/automation/counts.ts'
import { fold } from '../../core/automation/fold.ts'
import { refuseExplained } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'

const refuse = (message: string): never => refuseExplained(errors.invalidAutomation, message)

/** The fields of each kind of condition, besides `is` and `not`. */
const fieldsOf: Record<ConditionKind, readonly (keyof AutomationCondition)[]> = {
  all: ['of'],
  any: ['of'],
  words: ['where', 'list', 'isPart', 'isDisguised'],
  pattern: ['where', 'pattern'],
  language: ['languages'],
  madeWithAi: [],
  blockedImage: [],
  domains: ['list'],
  kind: ['kinds'],
  length: ['where', 'compare', 'number'],
  capitals: ['compare', 'number'],
  links: ['compare', 'number'],
  names: ['list'],
  age: ['compare', 'number'],
  points: ['compare', 'number'],
  trust: ['compare', 'number'],
  removals: ['compare', 'number'],
  earlier: ['compare', 'number'],
  rate: ['compare', 'number', 'hours'],
  repeats: ['what', 'by', 'compare', 'number', 'hours'],
  similar: ['compare', 'number', 'hours'],
  reports: ['compare', 'number'],
}

/**
 * Checks a definition whose fields have the right types, and leaves out what does not count.
 *
 * @throws Refused with `invalid_automation`, which says what is wrong.
 */
export function parseDefinition(given: AutomationDefinition): AutomationDefinition {
  let conditions = 0
  let counting = 0
  const count = (condition: AutomationCondition) => {
    conditions += 1
    if (conditions > limits.automationConditionsMax)
      refuse(`A rule can have ${limits.automationConditionsMax} conditions.`)
    // All conditions about blocked images are one count.
    if (condition.is !== 'blockedImage' && wantedCount(condition, true) !== null) counting += 1
    if (counting > limits.automationCountingMax)
      refuse(`A rule can have ${limits.automationCountingMax} conditions that count posts and comments.`)
  }
  const when = parseCondition(given.when, 1, count)
  const isOfReports = given.on === 'reports'
  const acts = given.acts.map(parseAct)
  if (acts.length === 0) refuse('Choose what the rule does.')
  if (new Set(acts.map(({ does }) => does)).size < acts.length) refuse('Choose each act once.')
  if (isOfReports && acts.some(({ does }) => does === 'refuse' || does === 'hold'))
    refuse(
      'What is reported is already stored: it cannot be refused or held. Remove it, lock it, or notify moderators.',
    )
  if (!isOfReports && uses(when, 'reports')) refuse('Only a rule that looks at reports can count them.')
  const definition = {
    on: given.on,
    to: given.to,
    when,
    acts,
    isLast: given.isLast,
    sparesStaff: given.sparesStaff,
    ...timesOf(given),
  }
  if (JSON.stringify(definition).length > limits.automationDefinitionMaxLength)
    refuse('The rule is too long. Divide it into several.')
  return definition
}

/** What a rule does, without the fields of other acts. */
function parseAct({ does, text, seconds, who, hours }: AutomationActGiven): AutomationActGiven {
  const trimmed = parseText(text ?? '', limits.automationTextMaxLength)
  const act = { does, ...(trimmed !== '' && { text: trimmed }) }
  if (does === 'answer' && trimmed === '') return refuse('Enter the answer.')
  if (does !== 'slow' && does !== 'limit') return act
  if (hours === undefined || hours < 1 || hours > limits.commentLimitHoursMax)
    return refuse(`Enter between 1 and ${limits.commentLimitHoursMax} hours.`)
  if (does === 'limit') return who === undefined ? refuse('Choose who can comment.') : { ...act, who, hours }
  const { slowModeSecondsMin: shortest, slowModeSecondsMax: longest } = limits
  if (seconds === undefined || seconds < shortest || seconds > longest)
    return refuse(`Enter between ${shortest} and ${longest} seconds.`)
  return { ...act, seconds, hours }
}

const uses = ({ is, of = [] }: AutomationCondition, kind: ConditionKind): boolean =>
  is === kind || of.some((one) => uses(one, kind))

function timesOf({ startsAt, endsAt, daily }: AutomationDefinition) {
  const [start, end] = [momentOf(startsAt), momentOf(endsAt)]
  if (start && end && start >= end) refuse('The rule ends before it begins.')
  if (daily !== null) {
    const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
    if (!isTime(daily.from) || !isTime(daily.until)) refuse('Enter times such as 22:00.')
    if (daily.from === daily.until) refuse('The daily hours begin when they end.')
    try {
      new Intl.DateTimeFormat('en', { timeZone: daily.timeZone })
    } catch {
      refuse(`There is no time zone “${daily.timeZone.slice(0, 60)}”.`)
    }
  }
  return {
    startsAt: start?.toISOString() ?? null,
    endsAt: end?.toISOString() ?? null,
    daily: daily && { from: daily.from, until: daily.until, timeZone: daily.timeZone },
  }
}

function momentOf(text: string | null): Date | null {
  if (text === null) return null
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) refuse('A time of the rule cannot be read.')
  return moment
}

function parseCondition(
  given: AutomationCondition,
  depth: number,
  count: (condition: AutomationCondition) => void,
): AutomationCondition {
  count(given)
  const known = Object.fromEntries(
    fieldsOf[given.is].flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  )
  const condition: AutomationCondition = { is: given.is, ...(given.not && { not: true }), ...known }
  const of = condition.of ?? []
  switch (condition.is) {
    case 'all':
    case 'any':
      if (of.length === 0) refuse('A group needs a condition.')
      if (depth === limits.automationDepthMax)
        refuse(`Conditions can be ${limits.automationDepthMax - 1} groups deep.`)
      return { ...condition, of: of.map((one) => parseCondition(one, depth + 1, count)) }
    case 'words':
      return {
        ...condition,
        list: parseList(condition, 'Enter a word.', (word) => fold(word.trim()).replace(/\*$/, '') !== ''),
      }
    case 'domains':
      return {
        ...condition,
        list: parseList(condition, 'Enter a domain.', (domain) => {
          if (addressOf(domain.trim().replace(/^\*\./, '')) === null)
            refuse(`“${domain.slice(0, 60)}” is not a domain.`)
          return true
        }),
      }
    case 'names':
      return { ...condition, list: parseList(condition, 'Enter a username.') }
    case 'kind':
      if (!condition.kinds?.length) refuse('Choose a kind.')
      return condition
    case 'madeWithAi':
    case 'blockedImage':
      return condition
    case 'language':
      if (!condition.languages?.length) refuse('Choose a language.')
      return { ...condition, languages: [...new Set(condition.languages)] }
    case 'pattern': {
      const pattern = condition.pattern ?? ''
      if (pattern === '') refuse('Enter a pattern.')
      if (pattern.length > limits.automationPatternMaxLength)
        refuse(`A pattern can have ${limits.automationPatternMaxLength} characters.`)
      const mistake = patternMistake(pattern)
      if (mistake !== null) refuse(`The pattern cannot be used: ${mistake}`)
      return condition
    }
    default:
      return withNumber(condition)
  }
}

function parseList(
  { list = [] }: AutomationCondition,
  empty: string,
  isUsable: (entry: string) => boolean = () => true,
): string[] {
  const entries = [...new Set(list.map((entry) => entry.trim()))].filter(
    (entry) => entry !== '' && isUsable(entry),
  )
  if (entries.length === 0) refuse(empty)
  if (entries.length > limits.automationListMax)
    refuse(`A list can have ${limits.automationListMax} entries.`)
  if (entries.some((entry) => entry.length > limits.automationWordMaxLength))
    refuse(`An entry of a list can have ${limits.automationWordMaxLength} characters.`)
  return entries
}

function withNumber(condition: AutomationCondition): AutomationCondition {
  const { is, number, hours } = condition
  if (number === undefined) return refuse('Enter a number.')
  if (is === 'trust' && number > 4) refuse('Levels of trust end at 4.')
  if (Math.abs(number) > limits.automationNumberMax) refuse('The number is too large.')
  if (is !== 'points' && number < 0) refuse('The number cannot be negative.')
  const withHours = is === 'rate' || is === 'repeats' || is === 'similar'
  if (withHours && (hours === undefined || hours < 1 || hours > limits.automationHoursMax))
    refuse(`Enter between 1 and ${limits.automationHoursMax} hours.`)
  return {
    ...condition,
    compare: condition.compare ?? 'atLeast',
    ...(is === 'repeats' && { what: condition.what ?? 'text', by: condition.by ?? 'author' }),
  }
}

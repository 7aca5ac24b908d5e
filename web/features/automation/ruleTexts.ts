import type {
  AutomationAct,
  AutomationLanguage,
  AutomationState,
  ConditionKind,
  ContentKind,
  comparisons,
} from '../../../contract/automation.ts'
import type { AutomationCondition, AutomationDefinition } from '../../../contract/entities/automation.ts'
import { perLanguage } from '../../../contract/texts/language.ts'
import { listText, orText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'

/** Entries of a list that a sentence names; the others are counted. */
const namedMax = 3

export const conditionLabels = (): Record<ConditionKind, string> => ({
  words: t('Words or phrases'),
  domains: t('Links to domains'),
  pattern: t('Pattern'),
  language: t('Language'),
  madeWithAi: t('Made with AI'),
  blockedImage: t('Similar to a blocked image'),
  kind: t('Type'),
  length: t('Length'),
  capitals: t('Percentage of capitals'),
  links: t('Number of links'),
  repeats: t('Repeated text or link'),
  similar: t('Similar to removed content'),
  rate: t('Posting rate'),
  age: t('Account age'),
  points: t("Author's points"),
  trust: t("Author's trust level"),
  removals: t("Author's removed posts and comments"),
  earlier: t("Author's earlier posts and comments"),
  names: t('Usernames'),
  reports: t('Number of reports'),
  all: t('Group: all of these'),
  any: t('Group: any of these'),
})

export const actLabels = (): Record<AutomationAct, string> => ({
  hold: t('Hold for review'),
  refuse: t("Reject before it's posted"),
  remove: t('Remove'),
  report: t('Report'),
  lock: t('Lock'),
  mark: t('Mark as made with AI'),
  slow: t('Turn on slow mode'),
  limit: t('Limit who can comment'),
  answer: t('Comment as the community'),
  notify: t('Notify moderators'),
})

export const stateLabels = (): Record<AutomationState, string> => ({
  on: t('On'),
  shadow: t('Log only'),
  off: t('Off'),
})

export const kindLabels = (): Record<ContentKind, string> => ({
  text: t('Text posts'),
  link: t('Link posts'),
  image: t('Image posts'),
  comment: t('Comments'),
})

/** As part of a sentence. */
const kindTexts = (): Record<ContentKind, string> => ({
  text: t('text posts'),
  link: t('link posts'),
  image: t('image posts'),
  comment: t('comments'),
})

const languageNames = perLanguage((_, language) => new Intl.DisplayNames(language, { type: 'language' }))

/** The name of a language in that of the page. */
export const languageName = (language: AutomationLanguage): string => languageNames().of(language) ?? language

/** For what is missing while a rule is being written. */
const missing = '…'

const quoted = (entries: readonly string[] = []): string => {
  if (entries.length === 0) return missing
  const named = entries.slice(0, namedMax).map((entry) => t('“{text}”', { text: entry }))
  const more = entries.length - named.length
  return orText(more > 0 ? [...named, t('{count, number} more', { count: more })] : named)
}

/** Such as “the text contains “spam””; as part of a sentence about posts and comments. */
export function conditionText(condition: AutomationCondition): string {
  const text = plainText(condition)
  return condition.not ? t("it isn't true that {condition}", { condition: text }) : text
}

/** Hours, or days where they are whole ones: a week reads better than 168 hours. */
const spanOf = (hours: number): { unit: 'day' | 'hour'; span: number } =>
  hours > 0 && hours % 24 === 0 ? { unit: 'day', span: hours / 24 } : { unit: 'hour', span: hours }

function plainText(condition: AutomationCondition): string {
  const { is, number = 0, hours = 24, list, of = [] } = condition
  const compare = condition.compare === 'below' ? 'below' : 'atLeast'
  switch (is) {
    case 'all':
      return t('({conditions})', { conditions: listText(of.map(conditionText)) })
    case 'any':
      return t('({conditions})', { conditions: orText(of.map(conditionText)) })
    case 'words':
      return t(
        '{where, select, title {the title contains {words}} body {the body contains {words}} other {the text contains {words}}}',
        { where: condition.where ?? 'any', words: quoted(list) },
      )
    case 'pattern':
      return t(
        '{where, select, title {the title matches {pattern}} body {the body matches {pattern}} other {the text matches {pattern}}}',
        { where: condition.where ?? 'any', pattern: condition.pattern ?? '' },
      )
    case 'domains':
      return t('they link to {domains}', { domains: quoted(list) })
    case 'kind':
      return t('they are {kinds}', {
        kinds: orText((condition.kinds ?? []).map((kind) => kindTexts()[kind])) || missing,
      })
    case 'language':
      return t('they are written in {languages}', {
        languages: orText((condition.languages ?? []).map(languageName)) || missing,
      })
    case 'madeWithAi':
      return t('they are marked as made with AI')
    case 'blockedImage':
      return t('they have an image similar to a blocked one')
    case 'length':
      return t(
        '{compare, select, below {they are shorter than {number, plural, one {# character} other {# characters}}} other {they have at least {number, plural, one {# character} other {# characters}}}}',
        { compare, number },
      )
    case 'capitals':
      return t(
        '{compare, select, below {less than {number, number}% of letters are capitals} other {at least {number, number}% of letters are capitals}}',
        { compare, number },
      )
    case 'links':
      return t(
        '{compare, select, below {they have fewer than {number, plural, one {# link} other {# links}}} other {they have at least {number, plural, one {# link} other {# links}}}}',
        { compare, number },
      )
    case 'names':
      return t('the author is {names}', { names: quoted(list) })
    case 'age':
      return t(
        '{compare, select, below {the author joined less than {unit, select, day {{span, plural, one {a day} other {# days}}} other {{span, plural, one {an hour} other {# hours}}}} ago} other {the author joined at least {unit, select, day {{span, plural, one {a day} other {# days}}} other {{span, plural, one {an hour} other {# hours}}}} ago}}',
        { compare, ...spanOf(number) },
      )
    case 'points':
      return t(
        '{compare, select, below {the author has fewer than {number, plural, one {# point} other {# points}}} other {the author has at least {number, plural, one {# point} other {# points}}}}',
        { compare, number },
      )
    case 'trust':
      return t(
        "{compare, select, below {the author's trust level is below {number, number}} other {the author's trust level is at least {number, number}}}",
        { compare, number },
      )
    case 'removals':
      return t(
        '{compare, select, below {the author has had fewer than {number, plural, one {# removal} other {# removals}}} other {the author has had at least {number, plural, one {# removal} other {# removals}}}}',
        { compare, number },
      )
    case 'earlier':
      return t(
        '{compare, select, below {{number, plural, =1 {the author has no earlier posts or comments} one {the author has fewer than # earlier post or comment} other {the author has fewer than # earlier posts and comments}}} other {{number, plural, one {the author has at least # earlier post or comment} other {the author has at least # earlier posts and comments}}}}',
        { compare, number },
      )
    case 'rate':
      return t(
        'the author posted {compare, select, below {fewer than {number, plural, one {# time} other {# times}}} other {at least {number, plural, one {once} =2 {twice} other {# times}}}} within {unit, select, day {{span, plural, one {a day} other {# days}}} other {{span, plural, one {an hour} other {# hours}}}}',
        { compare, number, ...spanOf(hours) },
      )
    case 'similar':
      return t(
        'they are similar to {compare, select, below {fewer than} other {at least}} {number, plural, one {# post or comment} other {# posts or comments}} by new members that moderators removed in the last {unit, select, day {{span, plural, one {day} other {# days}}} other {{span, plural, one {hour} other {# hours}}}}',
        { compare, number, ...spanOf(hours) },
      )
    case 'repeats':
      return repeatsText({
        what: condition.what ?? 'text',
        by: condition.by ?? 'author',
        compare,
        number,
        ...spanOf(hours),
      })
    case 'reports':
      return t(
        '{compare, select, below {they have fewer than {number, plural, one {# report} other {# reports}}} other {they have at least {number, plural, one {# report} other {# reports}}}}',
        { compare, number },
      )
  }
}

const repeatsText = (facts: {
  what: 'text' | 'link'
  by: 'author' | 'anyone'
  compare: (typeof comparisons)[number]
  number: number
  unit: 'day' | 'hour'
  span: number
}): string =>
  facts.by === 'author'
    ? t(
        'the author posted the same {what, select, link {link} other {text}} {compare, select, below {fewer than {number, plural, one {# time} other {# times}}} other {at least {number, plural, one {once} =2 {twice} other {# times}}}} within {unit, select, day {{span, plural, one {a day} other {# days}}} other {{span, plural, one {an hour} other {# hours}}}}',
        facts,
      )
    : t(
        'the same {what, select, link {link} other {text}} was posted {compare, select, below {fewer than {number, plural, one {# time} other {# times}}} other {at least {number, plural, one {once} =2 {twice} other {# times}}}} within {unit, select, day {{span, plural, one {a day} other {# days}}} other {{span, plural, one {an hour} other {# hours}}}}',
        facts,
      )

/** What becomes of posts and comments; each continues a sentence that begins with them. */
const actTexts = (): Record<AutomationAct, string> => ({
  hold: t('are held for review'),
  refuse: t("are rejected before they're posted"),
  remove: t('are removed'),
  report: t('are reported'),
  lock: t('are locked'),
  mark: t('are marked as made with AI'),
  slow: t('turn on slow mode for the post'),
  limit: t('limit who can comment on the post'),
  answer: t('get a comment by the community'),
  notify: t('notify moderators'),
})

/** What a rule does, as one sentence, and when where it is not always. */
export function ruleSentence(definition: AutomationDefinition): string {
  const { daily } = definition
  const sentence = doesSentence(definition)
  return daily === null
    ? sentence
    : t('{sentence} Only from {from} to {until}.', { sentence, from: daily.from, until: daily.until })
}

function doesSentence({ on, to, when, acts }: AutomationDefinition): string {
  const conditions =
    when.is === 'all' && !when.not
      ? listText((when.of ?? []).map(conditionText))
      : when.is === 'any' && !when.not
        ? orText((when.of ?? []).map(conditionText))
        : conditionText(when)
  const values = { to, conditions, acts: listText(acts.map(({ does }) => actTexts()[does])) }
  switch (on) {
    case 'edits':
      return t(
        '{to, select, posts {Edited posts} comments {Edited comments} other {Edited posts and comments}} {acts} if {conditions}.',
        values,
      )
    case 'both':
      return t(
        '{to, select, posts {New and edited posts} comments {New and edited comments} other {New and edited posts and comments}} {acts} if {conditions}.',
        values,
      )
    case 'reports':
      return t(
        '{to, select, posts {Reported posts} comments {Reported comments} other {Reported posts and comments}} {acts} if {conditions}.',
        values,
      )
    case 'new':
      return t(
        '{to, select, posts {New posts} comments {New comments} other {New posts and comments}} {acts} if {conditions}.',
        values,
      )
  }
}

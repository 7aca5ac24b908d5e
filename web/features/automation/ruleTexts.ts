import type {
  AutomationAct,
  AutomationLanguage,
  AutomationState,
  ConditionKind,
  ContentKind,
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
  pattern: t('Pattern (RE2)'),
  language: t('Language'),
  madeWithAi: t('Made with AI'),
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

/** Such as “the text has “spam””; as part of a sentence. */
export function conditionText(condition: AutomationCondition): string {
  const text = plainText(condition)
  return condition.not ? t('not ({condition})', { condition: text }) : text
}

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
      return t('it links to {domains}', { domains: quoted(list) })
    case 'kind':
      return t('it is one of: {kinds}', {
        kinds: listText((condition.kinds ?? []).map((kind) => kindLabels()[kind])) || missing,
      })
    case 'language':
      return t('it is written in {languages}', {
        languages: orText((condition.languages ?? []).map(languageName)) || missing,
      })
    case 'madeWithAi':
      return t('it is marked as made with AI')
    case 'length':
      return t(
        '{compare, select, below {it is shorter than {number, plural, one {# character} other {# characters}}} other {it has at least {number, plural, one {# character} other {# characters}}}}',
        { compare, number },
      )
    case 'capitals':
      return t(
        '{compare, select, below {less than {number, number}% of letters are capitals} other {at least {number, number}% of letters are capitals}}',
        { compare, number },
      )
    case 'links':
      return t(
        '{compare, select, below {it has fewer than {number, plural, one {# link} other {# links}}} other {it has at least {number, plural, one {# link} other {# links}}}}',
        { compare, number },
      )
    case 'names':
      return t('the author is {names}', { names: quoted(list) })
    case 'age':
      // A week reads better than 168 hours.
      if (number >= 48 && number % 24 === 0)
        return t(
          '{compare, select, below {the account is less than {days, plural, one {# day} other {# days}} old} other {the account is at least {days, plural, one {# day} other {# days}} old}}',
          { compare, days: number / 24 },
        )
      return t(
        '{compare, select, below {the account is less than {number, plural, one {# hour} other {# hours}} old} other {the account is at least {number, plural, one {# hour} other {# hours}} old}}',
        { compare, number },
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
        '{compare, select, below {the author has fewer than {number, number} earlier posts and comments} other {the author has at least {number, number} earlier posts and comments}}',
        { compare, number },
      )
    case 'rate':
      return t(
        '{compare, select, below {the author posted fewer than {number, plural, one {# time} other {# times}} in {hours, plural, one {an hour} other {# hours}}} other {the author posted at least {number, plural, one {# time} other {# times}} in {hours, plural, one {an hour} other {# hours}}}}',
        { compare, number, hours },
      )
    case 'similar':
      return t(
        '{compare, select, below {it is similar to fewer than {number, plural, one {# post or comment} other {# posts or comments}} by new members that moderators removed in {hours, plural, one {an hour} other {# hours}}} other {it is similar to at least {number, plural, one {# post or comment} other {# posts or comments}} by new members that moderators removed in {hours, plural, one {an hour} other {# hours}}}}',
        { compare, number, hours },
      )
    case 'repeats':
      return repeatsText({
        what: condition.what ?? 'text',
        by: condition.by ?? 'author',
        compare,
        number,
        hours,
      })
    case 'reports':
      return t(
        '{compare, select, below {it has fewer than {number, plural, one {# report} other {# reports}}} other {it has at least {number, plural, one {# report} other {# reports}}}}',
        { compare, number },
      )
  }
}

const repeatsText = (facts: {
  what: 'text' | 'link'
  by: 'author' | 'anyone'
  compare: string
  number: number
  hours: number
}): string =>
  facts.by === 'author'
    ? t(
        '{compare, select, below {the author posted the same {what, select, link {link} other {text}} fewer than {number, plural, one {# time} other {# times}} in {hours, plural, one {an hour} other {# hours}}} other {the author posted the same {what, select, link {link} other {text}} at least {number, plural, one {# time} other {# times}} in {hours, plural, one {an hour} other {# hours}}}}',
        facts,
      )
    : t(
        '{compare, select, below {the same {what, select, link {link} other {text}} was posted fewer than {number, plural, one {# time} other {# times}} by anyone in {hours, plural, one {an hour} other {# hours}}} other {the same {what, select, link {link} other {text}} was posted at least {number, plural, one {# time} other {# times}} by anyone in {hours, plural, one {an hour} other {# hours}}}}',
        facts,
      )

const actTexts = (): Record<AutomationAct, string> => ({
  hold: t('hold it for review'),
  refuse: t('reject it'),
  remove: t('remove it'),
  report: t('report it'),
  lock: t('lock it'),
  mark: t('mark it as made with AI'),
  slow: t('turn on slow mode for the post'),
  limit: t('limit who can comment on the post'),
  answer: t('comment as the community'),
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
        '{to, select, posts {Edited posts} comments {Edited comments} other {Edited posts and comments}}: if {conditions}, {acts}.',
        values,
      )
    case 'both':
      return t(
        '{to, select, posts {New and edited posts} comments {New and edited comments} other {New and edited posts and comments}}: if {conditions}, {acts}.',
        values,
      )
    case 'reports':
      return t(
        '{to, select, posts {Reported posts} comments {Reported comments} other {Reported posts and comments}}: if {conditions}, {acts}.',
        values,
      )
    case 'new':
      return t(
        '{to, select, posts {New posts} comments {New comments} other {New posts and comments}}: if {conditions}, {acts}.',
        values,
      )
  }
}

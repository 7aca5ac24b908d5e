import type { AutomationCondition, AutomationDefinition } from '../../../contract/entities/automation.ts'
import { t } from '../../../contract/texts/t.ts'

/** A rule before it is saved. */
export interface RuleDraft {
  readonly name: string
  readonly definition: AutomationDefinition
}

const definitionOf = (
  fields: Pick<AutomationDefinition, 'when' | 'acts'> & Partial<AutomationDefinition>,
): AutomationDefinition => ({
  on: 'new',
  to: 'both',
  isLast: false,
  sparesStaff: true,
  startsAt: null,
  endsAt: null,
  daily: null,
  ...fields,
})

/** What a new rule begins with. */
export const emptyRule = (): RuleDraft => ({
  name: '',
  definition: definitionOf({
    when: { is: 'all', of: [{ is: 'words', list: [] }] },
    acts: [{ does: 'hold' }],
  }),
})

const shorteners = [
  'bit.ly',
  't.co',
  'tinyurl.com',
  'goo.gl',
  'ow.ly',
  'is.gd',
  'cutt.ly',
  'rebrand.ly',
  'shorturl.at',
  't.ly',
]

const all = (...of: AutomationCondition[]): AutomationCondition => ({ is: 'all', of })

export interface Preset {
  readonly key: string
  readonly hint: string
  readonly draft: RuleDraft
}

/** Rules to begin with. Each can be changed before it is saved. */
export const presets = (): readonly Preset[] => [
  {
    key: 'wave',
    hint: t('The same text or link posted repeatedly by new accounts.'),
    draft: {
      name: t('Spam wave'),
      definition: definitionOf({
        when: all(
          {
            is: 'any',
            of: [
              { is: 'repeats', what: 'text', by: 'anyone', compare: 'atLeast', number: 2, hours: 1 },
              { is: 'repeats', what: 'link', by: 'anyone', compare: 'atLeast', number: 3, hours: 1 },
            ],
          },
          { is: 'age', compare: 'below', number: 168 },
        ),
        acts: [{ does: 'hold' }, { does: 'notify' }],
      }),
    },
  },
  {
    key: 'links',
    hint: t('Links from accounts less than a day old.'),
    draft: {
      name: t('Links from new accounts'),
      definition: definitionOf({
        when: all(
          { is: 'links', compare: 'atLeast', number: 1 },
          { is: 'age', compare: 'below', number: 24 },
        ),
        acts: [{ does: 'hold' }],
      }),
    },
  },
  {
    key: 'first',
    hint: t("Everyone's first three posts and comments."),
    draft: {
      name: t('First posts'),
      definition: definitionOf({
        when: all({ is: 'earlier', compare: 'below', number: 3 }),
        acts: [{ does: 'hold' }],
      }),
    },
  },
  {
    key: 'shorteners',
    hint: t('Asks for the full URL before posting.'),
    draft: {
      name: t('Link shorteners'),
      definition: definitionOf({
        on: 'both',
        when: all({ is: 'domains', list: shorteners }),
        acts: [{ does: 'refuse', text: t('Please use the full URL instead of a short link.') }],
      }),
    },
  },
  {
    key: 'brigading',
    hint: t("Comments from people who've never posted here."),
    draft: {
      name: t('Brigading'),
      definition: definitionOf({
        to: 'comments',
        when: all(
          { is: 'earlier', compare: 'below', number: 1 },
          { is: 'points', compare: 'below', number: 50 },
        ),
        acts: [{ does: 'report' }],
      }),
    },
  },
  {
    key: 'quiet',
    hint: t('Content from new members waits until morning while moderators sleep.'),
    draft: {
      name: t('Quiet hours'),
      definition: definitionOf({
        when: all({ is: 'earlier', compare: 'below', number: 10 }),
        acts: [{ does: 'hold' }],
        daily: {
          from: '23:00',
          until: '07:00',
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    },
  },
]

import { expect, it } from 'vitest'
import { automationActs } from '../../../contract/automation.ts'
import type { AutomationCondition, AutomationDefinition } from '../../../contract/entities/automation.ts'
import { presets } from './presets.ts'
import { conditionText, ruleSentence } from './ruleTexts.ts'

const cases: readonly (readonly [AutomationCondition, string])[] = [
  [{ is: 'words', list: [] }, 'the text contains …'],
  [{ is: 'domains' }, 'they link to …'],
  [{ is: 'names', list: [] }, 'the author is …'],
  [{ is: 'kind', kinds: [] }, 'they are …'],
  [{ is: 'language', languages: [] }, 'they are written in …'],
  [{ is: 'kind', kinds: ['text', 'comment'] }, 'they are text posts or comments'],
  [{ is: 'language', languages: ['de', 'ar'] }, 'they are written in German or Arabic'],
  [{ is: 'blockedImage' }, 'they have an image similar to a blocked one'],
  [{ is: 'links', number: 1, not: true }, "it isn't true that they have at least 1 link"],
  [{ is: 'age', compare: 'below', number: 1 }, 'the author joined less than an hour ago'],
  [{ is: 'age', compare: 'below', number: 24 }, 'the author joined less than a day ago'],
  [{ is: 'age', compare: 'below', number: 36 }, 'the author joined less than 36 hours ago'],
  [{ is: 'age', compare: 'atLeast', number: 168 }, 'the author joined at least 7 days ago'],
  [{ is: 'earlier', compare: 'below', number: 1 }, 'the author has no earlier posts or comments'],
  [{ is: 'earlier', compare: 'below', number: 3 }, 'the author has fewer than 3 earlier posts and comments'],
  [
    { is: 'rate', compare: 'atLeast', number: 10, hours: 1 },
    'the author posted at least 10 times within an hour',
  ],
  [
    { is: 'repeats', by: 'anyone', what: 'text', compare: 'atLeast', number: 2, hours: 1 },
    'the same text was posted at least twice within an hour',
  ],
  [
    { is: 'repeats', by: 'anyone', what: 'link', compare: 'below', number: 2, hours: 48 },
    'the same link was posted fewer than 2 times within 2 days',
  ],
  [
    { is: 'repeats', by: 'author', what: 'text', compare: 'atLeast', number: 3, hours: 24 },
    'the author posted the same text at least 3 times within a day',
  ],
  [
    { is: 'similar', compare: 'atLeast', number: 1, hours: 168 },
    'they are similar to at least 1 post or comment by new members that moderators removed in the last 7 days',
  ],
]
it.each(cases)('%j is “%s”', (condition, text) => {
  expect(conditionText(condition)).toBe(text)
})

it('an example is a sentence', () => {
  const sentences = Object.fromEntries(
    presets().map(({ key, draft }) => [key, ruleSentence(draft.definition)]),
  )
  expect(sentences).toMatchObject({
    links:
      'New posts and comments are held for review if they have at least 1 link and the author joined less than a day ago.',
    wave: 'New posts and comments are held for review and notify moderators if (the same text was posted at least twice within an hour or the same link was posted at least 3 times within an hour) and the author joined less than 7 days ago.',
    brigading:
      'New comments are reported if the author has no earlier posts or comments and the author has fewer than 50 points.',
    quiet:
      'New posts and comments are held for review if the author has fewer than 10 earlier posts and comments. Only from 23:00 to 07:00.',
  })
})

it.each(automationActs)('a rule that does “%s” is a sentence about reported comments', (does) => {
  const definition: AutomationDefinition = {
    on: 'reports',
    to: 'comments',
    when: { is: 'all', of: [{ is: 'reports', compare: 'atLeast', number: 3 }] },
    acts: [{ does }],
    isLast: false,
    sparesStaff: true,
    startsAt: null,
    endsAt: null,
    daily: null,
  }
  expect(ruleSentence(definition)).toMatch(
    /^Reported comments (are|turn on|limit|get|notify) .*if they have at least 3 reports\.$/,
  )
})

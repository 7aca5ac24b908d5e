import { describe, expect, it } from 'vitest'
import { translate } from './import.ts'

describe('importing rules of AutoModerator', () => {
  // In quadratic time, each takes seconds.
  it.each([
    ['a long key', `? "a${' '.repeat(45_000)}b"\n: x\naction: remove\nbody: spam`],
    ['a long threshold', `author:\n    account_age: "< 3${' '.repeat(45_000)}x"\naction: remove\nbody: spam`],
  ])('leaves out %s at once', (_case, yaml) => {
    const began = performance.now()
    expect(translate(yaml)).toMatchObject([{ leftOut: [expect.any(String)] }])
    expect(performance.now() - began).toBeLessThan(1000)
  })

  it('translates what fits, and says what does not', () => {
    const rules = translate(`
# Links of new accounts
type: submission
domain: [bit.ly, tinyurl.com]
author:
    account_age: "< 3 days"
    combined_karma: "< 10"
    satisfy_any_threshold: true
    is_contributor: false
action: filter
action_reason: "Short link of a new account"
---
title+body (includes, regex): ['free\\s+money', 'win big']
~body (includes-word): [friend]
action: remove
comment: |
    No adverts here.
set_flair: spam
---
type: comment
reports: 3
action: filter
modmail: Please look.
---
action: approve
`)
    expect(rules).toHaveLength(3)
    expect(rules[0]).toMatchObject({
      name: 'Short link of a new account',
      leftOut: ['author.is_contributor'],
      definition: {
        on: 'new',
        to: 'posts',
        when: {
          is: 'all',
          of: [
            { is: 'domains', list: ['bit.ly', 'tinyurl.com'] },
            {
              is: 'any',
              of: [
                { is: 'age', compare: 'below', number: 72 },
                { is: 'points', compare: 'below', number: 10 },
              ],
            },
          ],
        },
        acts: [{ does: 'hold', text: 'Short link of a new account' }],
      },
    })
    expect(rules[1]).toMatchObject({
      leftOut: ['set_flair'],
      definition: {
        to: 'both',
        when: {
          is: 'all',
          of: [
            { is: 'pattern', where: 'any', pattern: '(?:free\\s+money)|(?:win big)' },
            { is: 'words', where: 'body', list: ['friend'], not: true },
          ],
        },
        acts: [{ does: 'remove', text: 'No adverts here.' }],
      },
    })
    expect(rules[2]).toMatchObject({
      definition: {
        on: 'reports',
        to: 'comments',
        when: { is: 'reports', compare: 'atLeast', number: 3 },
        acts: [{ does: 'remove' }, { does: 'notify', text: 'Please look.' }],
      },
    })
  })

  it.each([
    ['title: [', 'This is not YAML'],
    ['action: remove', 'Nothing in it fits'],
    ['title (regex): "(a"\naction: remove', 'Rule 1'],
    ['', 'Nothing in it fits'],
    [
      `a: &a [1]\n${Array.from({ length: 200 }, (_, n) => `b${n}: *a`).join('\n')}`,
      'This YAML cannot be read',
    ],
  ])('refuses %j', (yaml, message) => {
    expect(() => translate(yaml)).toThrow(message)
  })
})

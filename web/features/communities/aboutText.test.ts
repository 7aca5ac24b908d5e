import { describe, expect, it } from 'vitest'
import { aboutExcerpt } from './aboutText.ts'

describe('the beginning of a description as plain text', () => {
  it.each([
    ['without any description', null, ''],
    ['plain words stay', 'All about moss.', 'All about moss.'],
    [
      'emphasis goes',
      'All **about** _moss_ and `ferns`, ~~not~~ snails',
      'All about moss and ferns, not snails',
    ],
    ['a name keeps its underscores', 'See snake_case_names', 'See snake_case_names'],
    ['headings, quotes and lists go', '# Moss\n> soft\n- green\n1. old', 'Moss soft green old'],
    ['of a link the words stay', 'Read [the rules](https://example.org/rules) first', 'Read the rules first'],
    ['lines become one', 'One\n\n  two', 'One two'],
  ])('%s', (_case, about, text) => {
    expect(aboutExcerpt(about)).toBe(text)
  })

  it('ends between two words', () => {
    const text = aboutExcerpt('moss '.repeat(100))
    expect(text).toMatch(/^(moss )+moss…$/)
    expect(text.length).toBeLessThanOrEqual(221)
  })

  it('cuts a single long word', () => {
    expect(aboutExcerpt('m'.repeat(500))).toBe(`${'m'.repeat(220)}…`)
  })
})

import { expect, it } from 'vitest'
import { wordsOf } from './settingWords.ts'
import { settingNames, settingOf } from './siteSettings.ts'

it.each(settingNames)(
  '%s has a label and a hint of at most twelve words, and words for each choice',
  (name) => {
    const { label, hint, choices = {} } = wordsOf(name)
    const definition = settingOf(name)
    expect(label).not.toBe(name)
    expect(hint).not.toMatch(/^Whether\b/)
    expect(hint).not.toBe('')
    // Those of the rate limits are for the handbook: their fields have a heading instead.
    if (definition.group !== 'limits') expect(hint.split(/\s+/).length).toBeLessThanOrEqual(14)
    expect(Object.keys(choices)).toEqual(definition.type === 'choice' ? definition.choices : [])
  },
)

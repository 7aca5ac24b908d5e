import { expect, it } from 'vitest'
import { conditionText } from './ruleTexts.ts'

it.each([
  [{ is: 'words', list: [] }, 'the text contains …'],
  [{ is: 'domains' }, 'it links to …'],
  [{ is: 'names', list: [] }, 'the author is …'],
  [{ is: 'kind', kinds: [] }, 'it is one of: …'],
  [{ is: 'language', languages: [] }, 'it is written in …'],
  [{ is: 'kind', kinds: ['text', 'comment'] }, 'it is one of: Text posts and Comments'],
  [{ is: 'language', languages: ['de', 'ar'] }, 'it is written in German or Arabic'],
] as const)('%j is “%s”', (condition, text) => {
  expect(conditionText(structuredClone(condition) as Parameters<typeof conditionText>[0])).toBe(text)
})

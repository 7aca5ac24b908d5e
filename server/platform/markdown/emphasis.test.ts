import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render.ts'

const marks = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'em'],
  ['_', 'em'],
  ['~~', 's'],
  ['~', 's'],
] as const
/** Underscores do not emphasize parts of words, in any language. */
const insideWords = marks.filter(([mark]) => !mark.startsWith('_'))

describe.each([
  ['Chinese', '真，', '她'],
  ['Chinese in quotation marks', '「重点」', '内容'],
  ['Chinese in curved quotation marks', '“重点”', '内容'],
  ['Chinese with a full stop', '删除。', '句子'],
  ['Japanese', '日本語（括弧）', 'の'],
  ['Japanese with ASCII brackets', '日本語(括弧)', 'の'],
  ['Korean', '중요(필독)', '입니다'],
])('emphasis next to punctuation, in %s', (_language, marked, after) => {
  it.each(insideWords)('by %s', (mark, element) => {
    expect(renderMarkdown(`${after}${mark}${marked}${mark}${after}`)).toBe(
      `<p>${after}<${element}>${marked}</${element}>${after}</p>\n`,
    )
  })
})

it.each(marks)('emphasis by %s in other languages is that of CommonMark', (mark, element) => {
  expect(renderMarkdown(`${mark}a.${mark} b`)).toBe(`<p><${element}>a.</${element}> b</p>\n`)
  expect(renderMarkdown(`${mark}a.${mark}b`)).toBe(`<p>${mark}a.${mark}b</p>\n`)
  expect(renderMarkdown(`東${mark} a${mark}`)).toBe(`<p>東${mark} a${mark}</p>\n`)
})

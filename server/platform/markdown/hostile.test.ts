import { describe, expect, it } from 'vitest'
import { hostileMarkdown, hostileTextLength } from '../../../bench/hostileMarkdown.ts'
import { forbiddenIn } from '../../../tests/support/allowedHtml.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import { htmlMaxLength, parsedTextMaxLength } from './bounds.ts'
import { excerptOf } from './excerpt.ts'
import { renderMarkdown } from './render.ts'

// How long these take is measured by the benchmark: a test that asserts a time fails on a busy machine.
describe('hostile texts', () => {
  const texts = hostileMarkdown().map(({ name, text }) => [name, text] as const)
  eachInShares(texts, 3)('%s: stays small and safe, and keeps its excerpt short', async (_name, text) => {
    expect(text).toHaveLength(hostileTextLength)
    const html = renderMarkdown(text, { siteHosts: ['forum.example'] })
    expect(html.length).toBeLessThanOrEqual(htmlMaxLength)
    expect(forbiddenIn(html)).toEqual([])
    expect(excerptOf(text, 100).length).toBeLessThanOrEqual(100)
  })
})

describe('a text beyond the bounds is shown unformatted, and whole', () => {
  it.each([
    ['a table that fills thousands of short rows', `|a|b|c|d|\n|-|-|-|-|\n${'*e*\n'.repeat(2600)}`],
    ['quotes that go on unmarked', `${'>'.repeat(20)} *e*\n${'*e*\n'.repeat(5200)}`],
    ['quotes that are left and resumed', '>>\n*e*\n'.repeat(400)],
    ['quotes nested too deep', `${'> '.repeat(22)}*e*`],
    ['lists nested too deep', `${'- '.repeat(11)}*e*`],
    ['a long definition used too often', `[a]: /${'b'.repeat(2000)}\n\n${'[a] '.repeat(100)} *e*`],
    ['links that make it large', `[a]: http://b\n\n*e* ${'[a] '.repeat(9900)}`],
    ['more addresses than anyone reads', `*e* ${'www.a.b '.repeat(900)}`],
    ['a text no member could have written', `*e* ${'a'.repeat(parsedTextMaxLength)}`],
  ])('%s', (_name, text) => {
    expect(renderMarkdown(text)).not.toContain('<em>')
    expect(renderMarkdown(text)).toContain('*e*')
    expect(excerptOf(text)).not.toBe('')
  })

  it.each([
    ['a large table', `|a|b|c|d|\n|-|-|-|-|\n${'|*e*|f|g|h|\n'.repeat(1500)}`],
    ['a long quote', '> *e*\n'.repeat(3000)],
    ['quotes of the greatest depth', `${'>'.repeat(21)} *e*\n`.repeat(400)],
    ['quotes resumed between replies', '> a\n*e*\n'.repeat(200)],
    ['quotes of a whole text between replies', '> a\n\n*e*\n\n'.repeat(1500)],
    ['lists ten deep', `${'- '.repeat(10)}*e*`],
    ['a long list of addresses', `*e* ${'www.example.com/a '.repeat(750)}`],
    ['a text four times as long as a member can write', `*e* ${'a b '.repeat(20_900)}`],
    ['a definition used often', `[a]: /${'b'.repeat(200)}\n\n${'[a] '.repeat(100)} *e*`],
  ])('%s is within them', (_name, text) => {
    expect(renderMarkdown(text)).toContain('<em>e</em>')
  })

  it('keeps paragraphs and line ends, and escapes the rest', () => {
    const tooDeep = `${'>'.repeat(40)}a\r\n<b>&"\r\n\r\n\r\nc`
    expect(renderMarkdown(tooDeep)).toBe(`<p>${'&gt;'.repeat(40)}a<br>\n&lt;b&gt;&amp;&quot;</p>\n<p>c</p>\n`)
  })
})

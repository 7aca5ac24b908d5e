import { describe, expect, it } from 'vitest'
import { forbiddenIn } from '../../../tests/support/allowedHtml.ts'
import { excerptOf } from './excerpt.ts'
import { renderMarkdown } from './render.ts'

/** Replaces the part of the ids that depends on the text by `x`. */
const render = (source: string) => renderMarkdown(source).replace(/(#?fn(?:ref)?-)[\w-]{10}-/g, '$1x-')
const mark = (number: number, nth = 1) =>
  `<sup><a href="#fn-x-${number}" id="fnref-x-${number}-${nth}" aria-label="Footnote ${number}">${number}</a></sup>`
const back = (number: number, nth = 1) =>
  ` <a href="#fnref-x-${number}-${nth}" aria-label="Back to the text">↩</a>`
const notes = (...items: string[]) =>
  `<hr>\n<ol class="md-footnotes">\n${items.map((item, n) => `<li id="fn-x-${n + 1}">${item}</li>\n`).join('')}</ol>\n`

describe('footnotes', () => {
  it('are numbered in the order of their references, and shown at the end with links back', () => {
    expect(render('One[^b] two[^1], one[^b].\n\n[^1]: The *second*\nnote.\n[^b]: The first.\n\nThree.')).toBe(
      `<p>One${mark(1)} two${mark(2)}, one${mark(1, 2)}.</p>\n<p>Three.</p>\n` +
        notes(`The first.${back(1)}${back(1, 2)}`, `The <em>second</em>\nnote.${back(2)}`),
    )
  })

  it.each([
    ['without a definition', 'a[^1]', '<p>a[^1]</p>\n'],
    ['escaped', 'a\\[^1]\n\n[^1]: b', '<p>a[^1]</p>\n'],
    ['in code', '`[^1]`\n\n[^1]: b', '<p><code>[^1]</code></p>\n'],
    ['with an empty definition', 'a[^1]\n\n[^1]:', '<p>a[^1]</p>\n<p>[^1]:</p>\n'],
    [
      'defined in code',
      'a[^1]\n\n    [^1]: b',
      '<p>a[^1]</p>\n<pre tabindex="0"><code>[^1]: b\n</code></pre>\n',
    ],
  ])('are not seen %s', (_what, source, html) => {
    expect(render(source)).toBe(html)
  })

  it('turn a link around them into text, because links cannot nest', () => {
    expect(render('[a[^1]](/b)\n\n[^1]: c')).toContain(`<p>[a${mark(1)}](/b)</p>`)
  })

  it('are taken from quotes and lists, and may refer to each other', () => {
    expect(render('> a[^1]\n>\n> [^1]: b[^2]\n\n- [^2]: c')).toContain(
      notes(`b${mark(2)}${back(1)}`, `c${back(2)}`),
    )
  })

  it('have ids of their own in each text', () => {
    const idOf = (source: string) => /id="fn-([^"]*)-1"/.exec(renderMarkdown(source))?.[1]
    expect(idOf('a[^1]\n\n[^1]: b')).toBe(idOf('a[^1]\n\n[^1]: b'))
    expect(idOf('a[^1]\n\n[^1]: b')).not.toBe(idOf('a[^1]\n\n[^1]: c'))
  })

  it('are plain text under noLinks, and no part of an excerpt', () => {
    const source = 'a[^1]\n\n[^1]: b'
    expect(renderMarkdown(source, { noLinks: true }).replace(/fn-[\w-]{10}/, 'fn-x')).toBe(
      '<p>a<sup>1</sup></p>\n<hr>\n<ol class="md-footnotes">\n<li id="fn-x-1">b</li>\n</ol>\n',
    )
    expect(excerptOf(source)).toBe('a')
  })

  it('are limited in number', () => {
    const many = Array.from({ length: 101 }, (_, n) => `[^${n}]: note\n\n[^${n}] `).join('\n\n')
    expect(renderMarkdown(many).match(/<li id/g)).toHaveLength(100)
    expect(renderMarkdown(`${'[^1] '.repeat(400)}\n\n[^1]: a`).match(/<sup>/g)).toHaveLength(300)
    expect(forbiddenIn(renderMarkdown(many))).toEqual([])
  })

  it('may have several blocks, indented', () => {
    const blocks =
      'a[^x] b[^y] c[^z]\n\n[^x]:\n    > q\n\n        code\n\n    end\n\n[^y]: one\n\n    two\n[^z]:\n        code\n\nd'
    expect(render(blocks)).toBe(
      `<p>a${mark(1)} b${mark(2)} c${mark(3)}</p>\n<p>d</p>\n${notes(
        `<blockquote>\n<p>q</p>\n</blockquote>\n<pre tabindex="0"><code>code\n</code></pre>\n<p>end${back(1)}</p>\n`,
        `<p>one</p>\n<p>two${back(2)}</p>\n`,
        `<pre tabindex="0"><code>code\n</code></pre>\n<p>${back(3)}</p>\n`,
      )}`,
    )
  })

  it('end before the next', () => {
    expect(render('a[^x][^y]\n\n[^x]: one\nlazy\n[^y]: see [^x]')).toBe(
      `<p>a${mark(1)}${mark(2)}</p>\n${notes(
        `one\nlazy${back(1)}${back(1, 2)}`,
        `see ${mark(1, 2)}${back(2)}`,
      )}`,
    )
  })

  it.each(['[^x]:', '[^x]:\nnot indented', '[^x]:\n\n    code'])('have a text: %j', (source) => {
    expect(render(`a[^x]\n\n${source}`)).toContain('a[^x]')
  })
})

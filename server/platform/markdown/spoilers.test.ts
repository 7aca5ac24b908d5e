import { describe, expect, it } from 'vitest'
import { withoutSpoilers } from '../../../contract/spoilers.ts'
import { forbiddenIn } from '../../../tests/support/allowedHtml.ts'
import { renderMarkdown } from './render.ts'

const hidden = (html: string) =>
  `<label class="md-spoiler"><input type="checkbox" aria-label="Show spoiler"><span>${html}</span></label>`
const block = (html: string) => `<details class="md-spoiler"><summary>Spoiler</summary>\n${html}</details>\n`

describe('a spoiler in a line', () => {
  it.each([
    ['words', 'He >!dies!<.', `He ${hidden('dies')}.`],
    ['at the beginning of a line', '>!He!< dies', `${hidden('He')} dies`],
    ['alone in a line', '>! He dies !<', hidden(' He dies ')],
    ['over two lines', '>!He\ndies!< soon', `${hidden('He\ndies')} soon`],
    ['two of them', '>!a!< >!b!<', `${hidden('a')} ${hidden('b')}`],
    ['marks in it', '>!*a* `b`!<', hidden('<em>a</em> <code>b</code>')],
    ['marks around it', '**>!a!<**', `<strong>${hidden('a')}</strong>`],
    ['marks that it cuts', '*a >!b* c!<', `*a ${hidden('b* c')}`],
    ['a link in it', '>![a](/b)!<', hidden('<a href="/b" data-internal="">a</a>')],
    ['a name in it', '>!@rio!<', hidden('<a href="/@rio" data-internal="">@rio</a>')],
    ['a bare URL in it', '>!https://a.example/b!<', null],
    ['code with the end in it', '>!a `!<` b!<', hidden('a <code>!&lt;</code> b')],
    ['none in it', 'x >!a >!b!< c', `x ${hidden('a &gt;!b')} c`],
    ['in the text after another line', 'a\n>!b!<', `a\n${hidden('b')}`],
  ])('may have %s', (_what, source, html) => {
    const rendered = renderMarkdown(source)
    if (html !== null) expect(rendered).toBe(`<p>${html}</p>\n`)
    expect(rendered).toContain('md-spoiler')
    expect(forbiddenIn(rendered)).toEqual([])
  })

  it.each(['a >! b', 'a !< b', 'a >!!< b', 'a >! !< b', '\\>!a!<', 'a `>!b!<`', 'a >!b\n\nc!<'])(
    'is not seen in %j',
    (source) => {
      expect(renderMarkdown(source)).not.toContain('md-spoiler')
    },
  )
})

describe('a spoiler as a block', () => {
  it.each([
    ['words', '>! He dies', '<p>He dies</p>\n'],
    ['lines that are marked alike', '>! a\n>! b', '<p>a\nb</p>\n'],
    ['lines that are marked as a quote', '>!a\n> b\n>\n> c', '<p>a\nb</p>\n<p>c</p>\n'],
    ['lines that go on unmarked', '>! a\nb', '<p>a\nb</p>\n'],
    ['an end that is marked', '>! a\n>! b!<', '<p>a\nb</p>\n'],
    ['a list', '>! - a\n>! - b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['a quote', '>! > a', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
    ['one in a line', '>! a >!b!<', `<p>a ${hidden('b')}</p>\n`],
    ['another', '>! a\n> >! b', `<p>a</p>\n${block('<p>b</p>\n')}`],
  ])('may have %s', (_what, source, html) => {
    expect(renderMarkdown(source)).toBe(block(html))
    expect(forbiddenIn(renderMarkdown(source))).toEqual([])
  })

  it('ends the paragraph or quote above it', () => {
    expect(renderMarkdown('a\n>! b')).toBe(`<p>a</p>\n${block('<p>b</p>\n')}`)
    expect(renderMarkdown('> a\n>! b')).toBe(`<blockquote>\n<p>a</p>\n</blockquote>\n${block('<p>b</p>\n')}`)
    expect(renderMarkdown('> a\n>!b!< c')).toBe(
      `<blockquote>\n<p>a</p>\n</blockquote>\n<p>${hidden('b')} c</p>\n`,
    )
  })

  it('may be in a list or a quote', () => {
    expect(renderMarkdown('- >! a')).toBe(`<ul>\n<li>\n${block('<p>a</p>\n')}</li>\n</ul>\n`)
    expect(renderMarkdown('> >! a')).toBe(`<blockquote>\n${block('<p>a</p>\n')}</blockquote>\n`)
  })

  it.each(['    >! a', '`>! a`', '\\>! a', '> ! a', '> a'])('is not seen in %j', (source) => {
    expect(renderMarkdown(source)).not.toContain('md-spoiler')
  })
})

describe('a text without its spoilers', () => {
  it.each([
    ['a >!b!< c >![d](/e)!<', '<p>a [spoiler] c [spoiler]</p>\n'],
    ['a\n\n>! b\n>\n> >! c\n>\n> d\n\ne', '<p>a</p>\n<p>[spoiler]</p>\n<p>e</p>'],
    ['>! a >!b!< c', '<p>[spoiler]</p>\n'],
    ['- [x] a', renderMarkdown('- [x] a')],
  ])('has nothing of them: %j', (source, html) => {
    expect(withoutSpoilers(renderMarkdown(source)).trim()).toBe(html.trim())
  })

  it('does not show them where it is cut', () => {
    const html = renderMarkdown('a >!bcd!<')
    expect(withoutSpoilers(html.slice(0, html.indexOf('cd')))).toBe('<p>a [spoiler]')
  })
})

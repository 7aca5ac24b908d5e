import { describe, expect, it } from 'vitest'
import { mentionsPerTextMax } from '../../../contract/limitValues.ts'
import { mentionsIn } from './mentions.ts'
import { renderMarkdown } from './render.ts'

/** Path and text of every link to the forum itself. */
function linkedIn(source: string): string[] {
  const links = renderMarkdown(source).matchAll(/<a href="([^"]*)" data-internal="">(.*?)<\/a>/g)
  return [...links].map(([, path, text]) => (path?.endsWith(text ?? '') ? `${text}` : `${path} as ${text}`))
}

describe('the name of a member', () => {
  it('becomes a link to the profile, as it is written', () => {
    expect(renderMarkdown('Ask @Rio_7, please')).toBe(
      '<p>Ask <a href="/@Rio_7" data-internal="">@Rio_7</a>, please</p>\n',
    )
  })

  it.each([
    ['alone', '@rio', '@rio'],
    ['at the end of a sentence', 'Thanks @rio.', '@rio'],
    ['with an apostrophe', "@rio's post", '@rio'],
    ['in parentheses', '(@rio)', '@rio'],
    ['after a colon', 'cc:@rio', '@rio'],
    ['stressed', '**@rio** and _@mia_ and ~@leo~', '@rio @mia @leo'],
    ['with underscores at its ends', 'a @_rio_ b @mia_ c', '@_rio_ @mia_'],
    ['with underscores in it', '@a_b_c', '@a_b_c'],
    ['in a list, a table and a heading', '- @rio\n\n|@mia|\n|-|\n\n# @leo', '@rio @mia @leo'],
    ['in a quote', '> @rio', '@rio'],
    ['between words without spaces', '你好@rio你好', '@rio'],
    ['several at once', '@rio,@mia;@leo', '@rio @mia @leo'],
    ['of the greatest length', `@${'a'.repeat(21)}`, `@${'a'.repeat(21)}`],
  ])('is linked %s', (_what, source, names) => {
    expect(linkedIn(source).join(' ')).toBe(names)
  })

  it.each([
    ['too short', '@ab'],
    ['too long', `@${'a'.repeat(22)}`],
    ['of other letters', '@rioé @жена'],
    ['escaped', '\\@rio'],
    ['in code', '`@rio`\n\n```\n@rio\n```\n\n    @rio'],
    ['in a mail address', 'rio@mia.example and rio@mia'],
    ['in a name of another network', '@rio@forum.example'],
    ['in a host', '@rio.example'],
    ['in a package', '@types/node'],
    ['in a path', 'site.example/@rio'],
    ['in a query', 'site?u=@rio'],
  ])('is not seen %s', (_what, source) => {
    expect(linkedIn(source)).toEqual([])
  })

  it.each([
    '[ask @rio](https://a.example)',
    'https://a.example/@rio',
    'https://a.example/x?u=@rio,@mia',
    '<https://a.example/@rio>',
    '![@rio](https://a.example/b.png)',
  ])('leaves the link %s as it is', (source) => {
    expect(linkedIn(source)).toEqual([])
    expect(renderMarkdown(source).match(/<a /g)).toHaveLength(1)
  })

  it('is plain text under noLinks', () => {
    expect(renderMarkdown('@rio in /gardening', { noLinks: true })).toBe('<p>@rio in /gardening</p>\n')
  })
})

describe('the name of a community', () => {
  it('becomes a link, as it is written', () => {
    expect(renderMarkdown('See /Gardening.')).toBe(
      '<p>See <a href="/Gardening" data-internal="">/Gardening</a>.</p>\n',
    )
  })

  it.each([
    ['alone', '/gardening', '/gardening'],
    ['in parentheses and quotation marks', '(/gardening) "/cooking"', '/gardening /cooking'],
    ['stressed', '*/gardening*', '/gardening'],
    ['with digits', '/web3', '/web3'],
  ])('is linked %s', (_what, source, names) => {
    expect(linkedIn(source).join(' ')).toBe(names)
  })

  it.each([
    ['too short', '/a'],
    ['inside words', 'and/or, him/her'],
    ['in a path', '/etc/hosts and /srv/'],
    ['in a file', '/notes.txt'],
    ['in a longer name', '/web-site'],
    ['in a number', '85 /100'],
    ['escaped', '\\/gardening'],
    ['in code', '`/gardening`'],
    ['doubled', '//gardening'],
    ['that is one of our own paths', '/settings and /HOME'],
    ['behind a URL', 'https://a.example/b /c'],
  ])('is not seen %s', (_what, source) => {
    expect(linkedIn(source)).toEqual([])
  })
})

describe('the members whom a text mentions', () => {
  it('are listed in order, each once, as they are written first', () => {
    expect(mentionsIn('@Rio and @mia, not /mia. *@rio* or [@leo](/x) but @leo_')).toEqual([
      'Rio',
      'mia',
      'leo_',
    ])
  })

  it('are not those of a quote, of code or of a link', () => {
    expect(mentionsIn('> @rio\n\n`@mia` [@leo](/@leo) @kim')).toEqual(['kim'])
    expect(mentionsIn('> > @rio\n>\n> @mia')).toEqual([])
  })

  it('are at most a few', () => {
    const all = Array.from({ length: 12 }, (_, n) => `@member${n}`)
    expect(mentionsIn(all.join(' '))).toEqual(all.slice(0, mentionsPerTextMax).map((name) => name.slice(1)))
  })

  it('are none in a text that is shown unformatted', () => {
    expect(mentionsIn('@rio '.repeat(801))).toEqual([])
    expect(mentionsIn(`${'- '.repeat(12)}@rio`)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render.ts'

const siteHosts = ['forum.example']
const render = (source: string) => renderMarkdown(source, { siteHosts })
const external = 'rel="nofollow ugc noreferrer noopener" referrerpolicy="no-referrer"'
const checkbox = (label: string, more = '') =>
  `<input type="checkbox" disabled="" aria-label="${label}"${more}>`

describe('links', () => {
  it.each([
    'http://a.example',
    'https://a.example/b?c=d#e',
    'irc://a.example/b',
    'ircs://a.example',
    'mailto:a@b.example',
    'xmpp:a@b.example',
  ])('[CORE-5-035] may go to %s', (address) => {
    expect(render(`[text](${address})`)).toContain(`<a href="${address}"`)
    expect(render(`<${address}>`)).toContain(`<a href="${address}"`)
  })

  it.each([
    'ftp://a.example',
    'javascript:alert(1)',
    'data:text/html,a',
    'tel:123',
    'file:///a',
    'magnet:?a',
    'http:a',
    'http:///a',
    'irc:a',
    '//a.example',
  ])('[CORE-5-035] stay the text that was written when they go to %s', (address) => {
    expect(render(`[text](${address})`)).toBe(`<p>[text](${address})</p>\n`)
    expect(render(address)).toBe(`<p>${address}</p>\n`)
  })

  it.each([
    ['https://forum.example/gardening/post/a1?b=c#d', '/gardening/post/a1?b=c#d'],
    ['http://Forum.Example', '/'],
    ['/gardening', '/gardening'],
    ['/gardening/../cooking', '/cooking'],
    ['?page=2', '/?page=2'],
    ['post', '/post'],
    ['../post#c', '/post#c'],
    ['./a/b:c', '/a/b:c'],
  ])('[CORE-5-039] to the same host become navigation inside the page: %s', (address, path) => {
    expect(render(`[text](${address})`)).toBe(`<p><a href="${path}" data-internal="">text</a></p>\n`)
  })

  it.each(['#notes', '#', ''])(
    'to a part of the document are their text, outside of static pages: %j',
    (address) => {
      expect(render(`[text](${address}) ![picture](${address})`)).toBe('<p>text picture</p>\n')
      expect(renderMarkdown(`[text](${address})`, { hasParts: true })).toBe(
        `<p><a href="${address}" data-internal="">text</a></p>\n`,
      )
    },
  )

  it.each(['post//a', './/other.example', 'a/..//other.example'])(
    'to paths with empty parts begin at the root of this host: %s',
    (address) => {
      const [, href = ''] = /href="([^"]*)"/.exec(render(`[text](${address})`)) ?? []
      expect(href).toMatch(/^\/(?!\/)/)
      expect(new URL(href, 'https://forum.example/a/b').href).toBe(
        new URL(address, 'https://forum.example').href,
      )
    },
  )

  it.each([
    'https://user:pw@other.example/x',
    'https://forum.example@other.example',
    'irc://user@other.example/',
  ])('with a user name are no links, whole or in part: %s', (address) => {
    for (const written of [address, `(${address})`, `[text](${address})`, `<${address}>`, `*${address}*`])
      expect(render(written)).not.toContain('<a ')
  })

  it.each(['ssh://git@other.example/x', 'https://u:@bert@other.example/x', 'ftp://a:b@other.example'])(
    'are not made of the user name of a URL: %s',
    (address) => {
      expect(render(address)).toBe(`<p>${address}</p>\n`)
    },
  )

  it('[CORE-5-039] written bare keep showing the address', () => {
    expect(render('https://forum.example/a')).toBe(
      '<p><a href="/a" data-internal="">https://forum.example/a</a></p>\n',
    )
  })

  it.each([
    'https://other.example/a',
    'https://forum.example.other.example/',
    'https://forum.example@other.example/',
    'https://other@forum.example/',
    'https://forum.example:8443/',
    'https://forum.example//other.example',
    '/.//other.example',
  ])('[CORE-5-039] to any other host, or what may be read as one, do not: %s', (address) => {
    expect(render(`[text](${address})`)).not.toContain('data-internal')
  })

  it('[CORE-5-039] compare the port as well when the forum has one of its own', () => {
    const rendered = (address: string) => renderMarkdown(`<${address}>`, { siteHosts: ['127.0.0.1:8080'] })
    expect(rendered('http://127.0.0.1:8080/a')).toContain('<a href="/a" data-internal="">')
    expect(rendered('http://127.0.0.1:9090/a')).toContain('<a href="http://127.0.0.1:9090/a" rel=')
  })

  it('without a known host are internal only as paths', () => {
    expect(renderMarkdown('<https://forum.example/a>')).not.toContain('data-internal')
    expect(renderMarkdown('[text](/a)')).toContain('data-internal')
  })

  it('leaves addresses of the API to the browser', () => {
    expect(render('[text](/licences)')).toBe('<p><a href="/licences">text</a></p>\n')
    expect(render('[text](/api/docs#errors)')).toBe('<p><a href="/api/docs#errors">text</a></p>\n')
  })

  it.each(['/images/a.jpg', 'https://forum.example/images/a.jpg?size=small'])(
    '[CORE-5-040] to an image of the forum open in a new tab: %s',
    (address) => {
      const path = address.replace('https://forum.example', '')
      expect(render(`[text](${address})`)).toBe(
        `<p><a href="${path}" rel="noopener" target="_blank">text</a></p>\n`,
      )
    },
  )

  it.each(['/imagesque', '/a/images/b'])(
    '[CORE-5-040] stay in the page when only the name is similar: %s',
    (path) => {
      expect(render(`[text](${path})`)).toContain(`<a href="${path}" data-internal="">`)
    },
  )

  it('[CORE-5-041] elsewhere open in a new tab, with no-referrer and nofollow', () => {
    expect(render('[text](https://other.example/a "title")')).toBe(
      `<p><a href="https://other.example/a" ${external} target="_blank" title="title">text</a></p>\n`,
    )
    expect(render('www.other.example')).toBe(
      `<p><a href="http://www.other.example" ${external} target="_blank">www.other.example</a></p>\n`,
    )
  })

  it('[CORE-5-041] to mail and chat are as discreet, but open no empty tab', () => {
    expect(render('a@b.example')).toBe(`<p><a href="mailto:a@b.example" ${external}>a@b.example</a></p>\n`)
  })
})

describe('raw HTML', () => {
  it.each([
    ['a <b>bold</b> word', '<p>a bold word</p>\n'],
    ['a <!-- hidden --> word', '<p>a  word</p>\n'],
    ['<div class="a">\n\n*text*\n\n</div>', '<p><em>text</em></p>\n'],
    ['<div>*text*</div>', '<p><em>text</em></p>\n'],
    ['<!-- hidden\n\nhidden too -->\n\ntext', '<p>text</p>\n'],
    ['<!-- never closed\n\ntext', '<p>&lt;!-- never closed</p>\n<p>text</p>\n'],
    ['<img src="a.png"><hr><br/>', ''],
    ['# <b></b>', ''],
    ['a<br>b<BR />c', '<p>a<br>\nb<br>\nc</p>\n'],
    ['<p>a</p><p>b</p>', '<p>a\nb</p>\n'],
    ['a<b>b</b>', '<p>ab</p>\n'],
    ['<script>alert(1)</script>', '<p>alert(1)</p>\n'],
    ['<?php a ?><!DOCTYPE b><![CDATA[c]]>text', '<p>text</p>\n'],
    ['> <!-- a\n> b -->\n> c', '<blockquote>\n<p>c</p>\n</blockquote>\n'],
  ])('[CORE-5-036] is skipped, and the text between stays: %j', (source, html) => {
    expect(render(source)).toBe(html)
  })

  it.each([
    ['a < b and c > d', '<p>a &lt; b and c &gt; d</p>\n'],
    ['I <3 you', '<p>I &lt;3 you</p>\n'],
    ['`<b>`', '<p><code>&lt;b&gt;</code></p>\n'],
    ['\\<b>', '<p>&lt;b&gt;</p>\n'],
    ['    <b>', '<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>\n'],
  ])('is not seen in what is none: %j', (source, html) => {
    expect(render(source)).toBe(html)
  })
})

describe('images', () => {
  it('[CORE-5-038] [CORE-5-042] are shown as links with their alternative text', () => {
    expect(render('![a *cat*](https://other.example/cat.png "title")')).toBe(
      `<p><a href="https://other.example/cat.png" ${external} target="_blank" title="title">a cat</a></p>\n`,
    )
  })

  it('[CORE-5-042] are shown with their address when they have no text', () => {
    expect(render('![](/images/cat.png)')).toBe(
      '<p><a href="/images/cat.png" rel="noopener" target="_blank">/images/cat.png</a></p>\n',
    )
  })

  it('[CORE-5-042] are text inside a link, which cannot hold another', () => {
    expect(render('[![cat](cat.png)](/cats)')).toBe('<p><a href="/cats" data-internal="">cat</a></p>\n')
  })

  it('[CORE-5-038] never load anything', () => {
    expect(render('![a](https://other.example/a.png) <img src="https://other.example/a.png">')).not.toContain(
      '<img',
    )
  })
})

describe('headings', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    '[CORE-5-043] of level %i are styled blocks outside the outline of the page',
    (level) => {
      expect(render(`${'#'.repeat(level)} A *b*`)).toBe(
        `<p class="md-heading md-heading-${level}"><strong>A <em>b</em></strong></p>\n`,
      )
    },
  )

  it('[CORE-5-043] may be underlined as well', () => {
    expect(render('A\n=\n\nB\n-')).toBe(
      '<p class="md-heading md-heading-1"><strong>A</strong></p>\n<p class="md-heading md-heading-2"><strong>B</strong></p>\n',
    )
  })
})

describe('with noLinks', () => {
  it.each([
    ['[a *b*](https://other.example)', 'a <em>b</em>'],
    ['<https://other.example>', 'https://other.example'],
    ['https://other.example and a@b.example', 'https://other.example and a@b.example'],
    ['[a]\n\n[a]: /b', 'a'],
    ['![cat](cat.png)', 'cat'],
    ['![](cat.png)', 'cat.png'],
    ['[![cat](cat.png)](/cats)', 'cat'],
  ])('[CORE-5-044] links and images are plain text: %j', (source, text) => {
    expect(renderMarkdown(source, { noLinks: true })).toBe(`<p>${text}</p>\n`)
  })
})

describe('lists of tasks', () => {
  it('show what is done', () => {
    expect(render('- [ ] a\n- [X] b')).toBe(
      `<ul>\n<li class="md-task">${checkbox('Not done')} a</li>\n<li class="md-task">${checkbox('Done', ' checked=""')} b</li>\n</ul>\n`,
    )
  })

  it.each(['- \\[ ] a', '- [ ]', '- [y] a', '- [x]a', '[x] a', '- [x](/y) a'])(
    'are not seen in %j',
    (source) => {
      expect(render(source)).not.toContain('<input')
    },
  )
})

describe('struck words', () => {
  it.each([
    ['one tilde', '~a~ b', '<s>a</s> b'],
    ['two tildes', '~~a~~ b', '<s>a</s> b'],
    ['one inside two', '~~a ~b~ c~~', '<s>a <s>b</s> c</s>'],
    ['marks inside them', '~*a* `b`~', '<s><em>a</em> <code>b</code></s>'],
    [
      'a link inside them, and inside a link',
      '~[~~a~~](/b)~',
      '<s><a href="/b" data-internal=""><s>a</s></a></s>',
    ],
  ])('stand between %s', (_what, source, html) => {
    expect(render(source)).toBe(`<p>${html}</p>\n`)
  })

  it.each(['~a~~', '~~a~', '~~~a~~~ b', 'a ~~~~', '~~ a ~~', '~5 or ~6', 'a~', '~'])(
    'are not seen in %j',
    (source) => {
      expect(render(`. ${source}`)).toBe(`<p>. ${source}</p>\n`)
    },
  )

  it('end where the pairs around them end', () => {
    expect(render('~a ~~b~ c~~')).toBe('<p><s>a ~~b</s> c~~</p>\n')
    expect(render('~a *b~ c*')).toBe('<p><s>a *b</s> c*</p>\n')
  })
})

describe('wide content', () => {
  it('can be reached and scrolled with the keyboard', () => {
    expect(render('|a|b|\n|:-:|-:|\n|c|d|')).toMatch(
      /^<div class="md-table" tabindex="0" role="group" aria-label="Table">\n<table>[\s\S]*<th class="md-center">a<\/th>[\s\S]*<td class="md-right">d<\/td>[\s\S]*<\/table>\n<\/div>\n$/,
    )
    expect(render('```\na\n```')).toBe('<pre tabindex="0"><code>a\n</code></pre>\n')
  })

  it.each([
    ['ts', ' class="language-ts"'],
    ['c++ extra', ' class="language-c++"'],
    ['a"b', ''],
    ['&quot;', ''],
    ['x'.repeat(33), ''],
  ])('names the language of code only by a plain name: %s', (info, attribute) => {
    expect(render(`~~~${info}\na\n~~~`)).toBe(`<pre tabindex="0"><code${attribute}>a\n</code></pre>\n`)
  })
})

it.each([
  ['1. Be kind', '1. Be kind'],
  ['# Share **seeds**', '# Share <strong>seeds</strong>'],
  ['<b>[all](https://example.org)</b> of `it`[^1]', 'all of <code>it</code>[^1]'],
])('as one line has no blocks: %s', (source, html) => {
  expect(renderMarkdown(source, { isLine: true, noLinks: true })).toBe(html)
})

it('an empty text stays empty', () => {
  expect(render('')).toBe('')
  expect(render(' \n\n')).toBe('')
})

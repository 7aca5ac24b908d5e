import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { hasFormatting } from './pasteRichText.ts'
import { type RichNode, toMarkdown } from './richText.ts'

type Parsed = ReturnType<typeof parseDocument>['children'][number] | ReturnType<typeof parseDocument>

const richNode = (node: Parsed): RichNode => ({
  tag: node.type === 'text' ? '' : 'name' in node ? node.name : 'div',
  text: node.type === 'text' ? node.data : '',
  children: 'children' in node ? node.children.map(richNode) : [],
  attribute: (name) => ('attribs' in node ? (node.attribs[name] ?? null) : null),
})

const markdown = (html: string) => toMarkdown(richNode(parseDocument(html)))

describe('rich text', () => {
  it.each([
    ['<p>one</p><p>two <b>bold</b> and <em>slanted</em></p>', 'one\n\ntwo **bold** and *slanted*'],
    ['<p>a<strong> b </strong>c</p>', 'a **b** c'],
    ['one<br>two<br>', 'one  \ntwo'],
    ['<h2>Title</h2>text', '## Title\n\ntext'],
    ['<a href="https://a.example/x">here</a>', '[here](https://a.example/x)'],
    ['<a href="https://a.example/x_(y)">here</a>', '[here](<https://a.example/x_(y)>)'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<img src="https://a.example/p.png" alt="A fern">', '[A fern](https://a.example/p.png)'],
    ['<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>', '- one\n- two\n  - deep'],
    ['<ol start="3"><li><p>three</p></li><li>four</li></ol>', '3. three\n4. four'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<pre><code>x = 1\ny = 2\n</code></pre>', '```\nx = 1\ny = 2\n```'],
    ['use <code>a`b</code>', 'use ``a`b``'],
    [
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2|3</td></tr></tbody></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2\\|3 |',
    ],
    ['<del>gone</del>', '~~gone~~'],
    ['2 * 3 and a_b, *no* _no_ [1] [a](b)', '2 * 3 and a_b, \\*no\\* \\_no\\_ [1] \\[a](b)'],
    ['<p># no title</p><p>1. no list</p><p>- none</p>', '\\# no title\n\n1\\. no list\n\n\\- none'],
    ['<style>p{}</style><script>alert(1)</script><p>text</p>', 'text'],
    ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>plain</p></b>', 'plain'],
    ['<span style="font-weight:700">bold</span>', '**bold**'],
    ['<a href="/@ana_b_">@ana_b_</a> in <a href="/Birds">/Birds</a>', '@ana_b_ in /Birds'],
    ['<a href="/@ben">@ana</a>', '[@ana](/@ben)'],
    [
      '<label class="md-spoiler"><input type="checkbox"><span>it <em>ends</em></span></label>.',
      '>!it *ends*!<.',
    ],
    [
      '<details class="md-spoiler"><summary>Spoiler</summary><p>one</p><p>two</p></details>',
      '>! one\n>!\n>! two',
    ],
    ['<p>said.<sup><a href="#fn-a-1" id="fnref-a-1">1</a></sup></p>', 'said.'],
    ['<pre><code class="language-js">x = 1</code></pre>', '```js\nx = 1\n```'],
    [`${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}`, 'deep'],
  ])('%s', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  it.each([
    ['<meta charset="utf-8"><p>plain</p>', false],
    ['<span style="color: red">plain</span>', false],
    ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>plain</p></b>', false],
    ['<p>with <a href="/x">a link</a></p>', true],
    ['<ul><li>one</li></ul>', true],
    ['<body>text</body>', false],
  ])('%s has formatting: %s', (html, expected) => {
    expect(hasFormatting(html)).toBe(expected)
  })
})

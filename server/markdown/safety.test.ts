import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forbiddenIn } from '../../tests/support/allowed-html.ts'
import { renderMarkdown } from './render.ts'

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<script/src=data:,alert(1)>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img """><script>alert(1)</script>">',
  '<img src=x:alert(alt) onerror=eval(src) alt=xss>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css";</style>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a onmouseover="alert(1)">x</a>',
  '<div style="background:url(javascript:alert(1))">',
  '<div\nonclick=alert(1)\n>x</div>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><script>alert(1)</script> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<x/onclick=alert(1)>x',
  '</p><script>alert(1)</script><p>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](<java\tscript:alert(1)>)',
  '[x](\u0001javascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](javascript&#x3A;alert(1))',
  '[x](&#x6A&#x61&#x76&#x61script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script&colon;alert(1))',
  '[x](&#1;javascript:alert(1))',
  '[x](java\\script:alert(1))',
  '[x](\\javascript\\:alert(1))',
  '[x](javascript://evil.example/%0Aalert(1))',
  '[x](javascript:window.onerror=alert;throw%20"x")',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml;base64,PHN2Zy8+)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](blob:https://evil.example/1)',
  '[x](view-source:javascript:alert(1))',
  '[x](feed:javascript:alert(1))',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](/&#9;/evil.example)',
  '[x](https:evil.example)',
  '[x](http:///evil.example)',
  '[x](http:\\\\evil.example)',
  '[x](https://forum.example@evil.example/)',
  '[x](https://forum.example//evil.example)',
  '[x](/.//evil.example)',
  '[x](https://evil.example "\\" onmouseover=alert(1) ")',
  "[x](https://evil.example/'onmouseover='alert(1))",
  '[x](https://evil.example/"onmouseover="alert(1))',
  '[x](https://evil.example/"><script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '![x](data:text/html,<script>alert(1)</script>)',
  '![x"onerror="alert(1)](https://evil.example/x.png)',
  '![x](https://evil.example/x.png"onerror="alert(1))',
  '![<script>alert(1)</script>](https://evil.example/x.png)',
  '[![x](javascript:alert(1))](javascript:alert(1))',
  '[x]\n\n[x]: javascript:alert(1)',
  '[x]\n\n[x]: https://evil.example "x\\"onclick=alert(1)"',
  '[__proto__]\n\n[__proto__]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<javascript&#58;alert(1)>',
  '<data:text/html,x>',
  '<https://evil.example/"onclick="alert(1)>',
  '<https://evil.example/<script>>',
  'javascript:alert(1) javascript://evil.example data:text/html,x',
  'https://evil.example/<script>alert(1)</script>',
  'https://evil.example/"onmouseover="alert(1)',
  'www.evil.example/"onmouseover="alert(1)',
  'a"onclick="alert(1)@evil.example',
  '```"><script>alert(1)</script>\nx\n```',
  '```x" onclick="alert(1)\nx\n```',
  '```&quot;onclick=alert(1)\nx\n```',
  '~~~ a b c<script>\n</code></pre><script>alert(1)</script>\n~~~',
  '`<script>alert(1)</script>`',
  '    <script>alert(1)</script>',
  '# <img src=x onerror=alert(1)>',
  '|<script>|\n|-|\n|"onclick="|',
  '- [x" onclick="alert(1)] x',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script>alert(1)\\</script>',
  '\0<scr\0ipt>alert(1)</scr\0ipt>',
  '\ufeff<script>alert(1)</script>',
  '\u2028<script>alert(1)</script>\u2029[x](\u2028javascript:alert(1))',
  '[x](\u00a0javascript:alert(1)) [x](\u3000javascript:alert(1))',
]

const fragments = [
  '[',
  ']',
  '(',
  ')',
  '![',
  '](',
  '<',
  '>',
  '<!--',
  '-->',
  '</a>',
  '<b>',
  '"',
  "'",
  '`',
  '```',
  '*',
  '**',
  '_',
  '~~',
  '~',
  '\\',
  '&',
  '&#',
  ';',
  '&colon;',
  'javascript:',
  'data:',
  'http://',
  'https://a.b/',
  '//',
  '/',
  'www.',
  'a@b.c',
  '|',
  '|-|',
  '\n',
  '\n\n',
  '# ',
  '> ',
  '- ',
  '- [ ] ',
  '1. ',
  '    ',
  '\t',
  '\0',
  '\ud800',
  '\r',
  'a',
  ' ',
  '=',
  ':',
  '[a]: ',
  'onclick=',
  'ü',
  '\u202e',
]

const anyMarkdown = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...attacks), { maxLength: 4 }).map((parts) => parts.join('')),
)

describe('rendered Markdown is safe', () => {
  it.each(attacks)('[CORE-5-035] [CORE-5-036] %j becomes nothing but our own elements', (attack) => {
    expect(forbiddenIn(renderMarkdown(attack, { siteHost: 'forum.example' }))).toEqual([])
    expect(forbiddenIn(renderMarkdown(attack, { noLinks: true }))).toEqual([])
  })

  it('whatever is written', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(forbiddenIn(renderMarkdown(text, { siteHost: 'forum.example' }))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('has no link at all under noLinks, whatever is written', () => {
    fc.assert(fc.property(anyMarkdown, (text) => !/<a[ >]/.test(renderMarkdown(text, { noLinks: true }))))
  })

  it('and the same text gives the same HTML every time', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const [first, second] = [renderMarkdown(text), renderMarkdown(text)]
        expect(second).toBe(first)
      }),
    )
  })
})

describe('the check itself', () => {
  it.each([
    '<script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="https://a.b">a</a>',
    '<a href="//a.b">a</a>',
    '<a href="a"><a href="b">c</a></a>',
    '<p>a',
    '</p>',
    '<p class="x">a</p>',
    '<p class=x>a</p>',
    'a > b',
    'a & b',
    '<!-- a -->',
  ])('finds fault with %s', (html) => {
    expect(forbiddenIn(html)).not.toEqual([])
  })
})

/** How long each hostile text is: the longest body the forum accepts, in characters. */
export const hostileTextLength = 20_000

/**
 * Texts made to be slow to parse or large to render, each of exactly `hostileTextLength` characters.
 * The families follow what is publicly known about Markdown parsers: quadratic delimiter searches,
 * deep nesting, expansion of short references, and backtracking in the search for addresses.
 */
export function hostileMarkdown(): { name: string; text: string }[] {
  return [
    ...brackets,
    ...delimiters,
    ...nesting,
    ...blocks,
    ...tables,
    ...addresses,
    ...references,
    ...justAllowed,
    ...extensions,
  ].map(([name, text]) => ({ name, text: fitted(text) }))
}

type Hostile = readonly [name: string, text: string]

/** Truncates or repeats a text to the hostile length. */
function fitted(text: string): string {
  const times = Math.ceil(hostileTextLength / text.length)
  return text.repeat(times).slice(0, hostileTextLength)
}

/** `opening` as often as `closing`, together as long as a hostile text. */
function nested(opening: string, middle: string, closing: string): string {
  const depth = Math.floor((hostileTextLength - middle.length) / (opening.length + closing.length))
  return opening.repeat(depth) + middle + closing.repeat(depth)
}

/** `head` once, then `unit` up to the hostile length. */
function headed(head: string, unit: string): string {
  return head + unit.repeat(Math.ceil((hostileTextLength - head.length) / unit.length))
}

/** A text followed by letters up to the hostile length. */
function padded(text: string): string {
  return text + 'a '.repeat(hostileTextLength).slice(0, Math.max(0, hostileTextLength - text.length))
}

/** Lines of growing length up to the hostile length; quadratic in all, which finds cubic parsers. */
function growing(line: (n: number) => string): string {
  let text = ''
  for (let n = 1; text.length < hostileTextLength; n += 1) text += line(n)
  return text
}

const brackets: Hostile[] = [
  ['opening brackets', '['],
  ['closing brackets', ']'],
  ['nested brackets', nested('[', 'a', ']')],
  ['nested brackets with a definition', `[a]: b\n\n${nested('[', 'a', ']').slice(8)}`],
  ['bracket pairs', '[]'],
  ['openings of links', '[a]('],
  ['openings of links in angle brackets', '[a](<b'],
  ['openings of links with a title', '[a](b "'],
  ['links in links', nested('[', 'a', '](b)')],
  ['links in links, closed late', nested('[a](', 'b', ')')],
  ['parentheses in an address', headed('[a](', '(')],
  ['many addresses with parentheses', '[a]((((((((((((((((((((((((((((((((b'],
  ['openings of images', '!['],
  ['images in images', nested('![', 'a', '](b)')],
  ['images in images with brackets', nested('![[', 'a', ']](b)')],
  ['images in links in images', nested('[![', 'a', '](b)](c)')],
  ['images in images with a definition', `[a]: b\n\n${nested('![', 'a', ']').slice(16)}`],
  ['image openings and brackets', '![[[['],
  ['openings of links before asterisks', `${'['.repeat(10_000)}${'*'.repeat(10_000)}`],
  ['openings of images before asterisks', `${'!['.repeat(5_000)}${'*'.repeat(10_000)}`],
  ['openings of images before asterisks, closed once', `${'!['.repeat(5_000)}${'*'.repeat(9_999)}]`],
  ['escaped brackets', '\\[['],
  ['emphasis in openings of links', '**x [a*b**c*](d '],
  ['brackets and backticks', '[`'],
  ['closed brackets after emphasis', '*a_ ['],
  ['empty link labels', '[a][]'],
  ['full references without definition', '[a][b]'],
]

const delimiters: Hostile[] = [
  ['asterisks', '*'],
  ['asterisks before letters', '*a'],
  ['strong openings', '**a '],
  ['strong closings', 'a** '],
  ['nested emphasis', nested('*a ', 'a', ' a*')],
  ['nested strong emphasis', nested('**a ', 'a', ' a**')],
  ['mixed emphasis', '*a **b ***c '],
  ['mixed emphasis and underscores', '*a_ '],
  ['underscores', '_a __b '],
  ['emphasis that never matches', 'a***b**c*d '],
  ['long runs of asterisks', growing((n) => `${'*'.repeat(n)}a`)],
  ['long delimiters around words', growing((n) => `${'*'.repeat(n)}a${'*'.repeat(n + 1)} `)],
  ['tildes', '~'],
  ['strikethrough openings', '~~a '],
  ['nested strikethrough', nested('~~a ', 'a', ' a~~')],
  ['strikethrough and emphasis', '~~*a'],
  ['single tildes', '~a'],
  ['nested single tildes', nested('~a ', 'a', ' a~')],
  ['single and double tildes', '~a ~~b '],
  ['single and double tildes, crossed', '~a ~~b~ c~~ '],
  ['long runs of tildes', growing((n) => `${'~'.repeat(n)}a`)],
  ['backticks', '`'],
  ['backtick runs of growing length', growing((n) => `e${'`'.repeat(n)}`)],
  ['backtick runs of falling length', growing((n) => `${'`'.repeat(200 - (n % 200))}a`)],
  ['code and escapes', '`\\'],
  ['backslashes', '\\'],
  ['hard breaks', '\\\n'],
  ['spaces before line ends', `a${' '.repeat(40)}\n`],
  ['ampersands', '&'],
  ['entities', '&quot;'],
  ['short entities', '&lt;'],
  ['unfinished entities', '&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['numeric entities', '&#1;'],
  ['quotation marks', '"'],
  ['nulls', '\u0000'],
  ['half surrogates', '\ud800*'],
]

const nesting: Hostile[] = [
  ['block quotes on one line', '>'],
  ['block quotes with spaces', '> '],
  ['block quotes of growing depth', growing((n) => `${'>'.repeat(n)}a\n`)],
  ['block quotes and lazy lines', `${'>'.repeat(90)}a\n${'a\n'.repeat(9000)}`],
  ['quotes that are left and resumed', '>>\n;\n'],
  ['quotes that are left and resumed, deep', `${'>'.repeat(20)}\n;\n`],
  ['quotes that are left and resumed in an item', '- >>\n  ;\n'],
  ['lists on one line', '- '],
  ['lists of growing depth', growing((n) => `${'  '.repeat(n)}- a\n`)],
  ['lists of mixed markers', '* + - '],
  ['ordered lists on one line', '1. '],
  ['lists in block quotes', '> - '],
  ['block quotes in lists in lines', `${'> - '.repeat(45)}a\n`],
  ['lists of one hundred levels in lines', `${'- '.repeat(48)}a\n`],
  ['lists of rising and falling depth', growing((n) => `${' '.repeat((n * 2) % 60)}- a\n`)],
  ['empty items', '-\n'],
  ['items and empty lines', '- a\n\n'],
  ['items of changing marker', '- a\n+ b\n* c\n'],
  ['tasks', '- [ ] \n'],
  ['tasks with text', '- [x] a\n'],
  ['ordered items with changing delimiter', '1. a\n1) b\n'],
  ['lists in lists without text', nested('- ', 'a', '\n')],
]

const blocks: Hostile[] = [
  ['single letters in lines', 'a\n'],
  ['empty lines', '\n'],
  ['lines of spaces', '    \n'],
  ['tabs', '\t'],
  ['tabs and markers', '>\t-\t'],
  ['headings', '# a\n'],
  ['empty headings', '#\n'],
  ['quotes between headings', '>\n#\n'],
  ['headings of level six', '###### a\n'],
  ['hashes at the end', headed('# a ', '# ')],
  ['underlined headings', 'a\n=\n'],
  ['lines that almost underline', 'a\n= =\n'],
  ['thematic breaks', '***\n'],
  ['almost thematic breaks', `${'* '.repeat(60)}a\n`],
  ['fences', '```\n'],
  ['fences with a language', '```a\n'],
  ['fences that never close', growing((n) => `${'`'.repeat(n + 3)}a\n`)],
  ['fences of falling length', growing((n) => `${'~'.repeat(203 - (n % 200))}\n`)],
  ['indented code', '    a\n\n'],
  ['paragraphs of one letter', 'a\n\n'],
  ['opening tags', '<a '],
  ['tags', '<b>'],
  ['closing tags', '</b>'],
  ['attributes of one tag', headed('<a', ' a')],
  ['attributes with quotes', '<a b="'],
  ['attributes and spaces', headed('<a ', 'a=  ')],
  ['comments that never close', '<!--'],
  ['comments that never close in lines', '<!--\n'],
  ['comments that never close in paragraphs', '<!--\n\n'],
  ['comments', '<!---->'],
  ['processing instructions', '<?'],
  ['declarations', '<!A'],
  ['character data', '<![CDATA['],
  ['tags of every sort', '<a><?b?><!C><!--d--></e>'],
]

const tables: Hostile[] = [
  ['pipes', '|'],
  ['pipes in lines', '|\n'],
  ['a wide table', `${'|a'.repeat(4000)}|\n${'|-'.repeat(4000)}|\n`],
  ['a wide table with short rows', `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|\n'.repeat(8000)}`],
  [
    'a wide table with rows of a letter',
    `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'a\n'.repeat(6000)}`,
  ],
  [
    'a table of fifty columns with short rows',
    `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n${'a\n'.repeat(9900)}`,
  ],
  ['tables of two columns', '|a|b|\n|-|-|\n|c|d|\n\n'],
  ['aligned cells', `${'|a'.repeat(50)}|\n${'|:-:'.repeat(50)}|\n${`${'|'.repeat(50)}\n`.repeat(400)}`],
  ['headers of tables', '|a|\n|-|\n'],
  ['almost tables', `a|b\n-|-|\n`],
  ['wide lines that are almost tables', `${'|a'.repeat(90)}\n${'|-'.repeat(91)}\n`],
  ['escaped pipes', `|a|\n|-|\n${'\\|'.repeat(9990)}`],
  ['tables in quotes', '> |a|\n> |-|\n> |b|\n>\n'],
]

const addresses: Hostile[] = [
  ['protocols', 'http://'],
  ['short addresses', 'http://a '],
  ['short addresses with www', 'www.a.b '],
  ['www', 'www.'],
  ['protocols and dots', 'http://a.'],
  ['one long address', headed('http://a.b/', 'c')],
  ['one long host', headed('http://', 'a.')],
  ['a host with hyphens', headed('http://', 'a-')],
  ['addresses with open parentheses', 'http://a.b/((((((((((((((((((((((((((((((((((((((('],
  ['an address with nested brackets', headed('http://a.b/', '[({')],
  ['an address with parentheses and letters', headed('http://a.b/', '(a')],
  ['an address with closing parentheses', headed('http://a.b/', ')')],
  ['addresses with brackets that never close', 'http://a.b/[(a '],
  ['an address with closing parentheses and letters', headed('http://a.b/', ')a')],
  ['addresses with closing parentheses', headed('', `http://a.b/${')'.repeat(1980)} `)],
  ['addresses with semicolons', headed('', `http://a.b/${';'.repeat(1980)} `)],
  ['addresses with punctuation at their ends', headed('', `http://a.b/${'~_*'.repeat(660)} `)],
  ['addresses with entities at their ends', headed('', `http://a.b/${'&a;'.repeat(660)} `)],
  ['an address with a long word before its semicolon', headed('http://a.b/&', `${'a'.repeat(1980)};`)],
  ['hosts with signs', 'http://a+~b.c '],
  ['mail hosts with signs', 'a@b+c.d '],
  ['an address with quotation marks', headed('http://a.b/', `"'`)],
  ['an address with punctuation', headed('http://a.b/', '?!.,:;')],
  ['an address with hyphens', headed('http://a.b/', '-')],
  ['an address with entities', headed('http://a.b/', '&amp;')],
  ['an address with underscores', headed('http://a_b', '_c')],
  ['addresses joined by colons', 'http://a:'],
  ['addresses joined by slashes', 'http://a.b//'],
  ['mail addresses', 'a@b.c '],
  ['half mail addresses', 'a.b@'],
  ['mail addresses without spaces', 'a@b.c'],
  ['a long mail host', headed('a@', 'b.')],
  ['a long mail name', `${'a.'.repeat(9997)}@b.cc`],
  ['at signs', '@'],
  ['mail protocols', 'mailto:'],
  ['chat addresses', 'xmpp:a@b.c '],
  ['chat protocols', 'irc://'],
  ['autolinks', '<http://a>'],
  ['openings of autolinks', '<http://'],
  ['opening angle brackets', '<'],
  ['autolinks of mail', '<a@b>'],
  ['a long autolink', headed('<http://a/', 'b')],
  ['percent signs', headed('http://a/', '%')],
  ['letters beyond ASCII in an address', headed('http://a/', 'ü')],
  ['letters beyond ASCII in hosts', 'http://ü.ü '],
  ['hosts beyond ASCII in one address', headed('http://', 'ü.')],
  ['one long label beyond ASCII', headed('http://', 'ü')],
  ['one long label beyond ASCII in a link', `[a](http://${'ü'.repeat(19980)})`],
  ['protocols after letters', 'ahttp://b.c'],
  ['colons', ':'],
  ['colons and slashes', '://'],
  ['short colons and slashes', 'a://'],
]

const references: Hostile[] = [
  ['definitions', growing((n) => `[${n}]: a\n`)],
  ['equal definitions', '[a]: b\n'],
  ['definitions on two lines', '[a]:\nb\n'],
  ['definitions whose title never closes', '[a]: b "c\n'],
  ['definitions whose title never closes, in parentheses', '[a]: b\n(c\n'],
  ['a title over many lines', headed('[a]: b "', 'c\n')],
  ['labels that never close', '[a\n'],
  ['a label of 999 letters', `[${'a'.repeat(790)}`],
  ['a long definition used often', headed(`[a]: http://b.c/${'d'.repeat(9990)}\n\n`, '[a]')],
  [
    'a definition with a long title used often',
    headed(`[a]: b "${'"'.replace('"', '&quot;').repeat(1600)}"\n\n`, '[a]'),
  ],
  ['a long definition used as image', headed(`[a]: http://b.c/${'d'.repeat(5000)}\n\n`, '![a]')],
  ['definitions and uses', growing((n) => `[${n}]: a\n\n[${n}][${n}]\n\n`)],
  ['references to everything', growing((n) => `[a]: b${n}\n\n[a][${n}] `)],
]

/** Spoilers, footnotes, names and coloured code. */
const extensions: Hostile[] = [
  ['spoilers', '>!a!<'],
  ['openings of spoilers', '>!'],
  ['openings of spoilers before an end in code', `${'>! '.repeat(6600)}\`!<\``],
  ['openings of links in spoilers', `${'>![a]('.repeat(3300)}!<`],
  ['spoilers in lines', '>!a\n'],
  ['spoilers between quotes', '> a\n>!b!<\n'],
  ['deep spoilers', `${'>! '.repeat(20)}a\n\n`],
  ['names', '/abc '],
  ['references to a footnote', headed('[^1]: a\n\n', '[^1] ')],
  ['footnotes in lines', growing((n) => `[^${n}]: a\n`)],
  ['footnotes in a line', '[^a]:'],
  ['code of one word in lines', `\`\`\`cpp\n${`${'a'.repeat(127)}\n`.repeat(15)}\`\`\`\n\n`],
  ['code of parentheses in lines', `\`\`\`js\n${`${'('.repeat(98)}\n`.repeat(20)}\`\`\`\n\n`],
]

/** Texts just below the limits of `server/platform/markdown/bounds.ts`, so that formatting them costs the most. */
const justAllowed: Hostile[] = [
  ['most bare hosts', padded('www.'.repeat(790))],
  ['most bare hosts in a table row', padded('|-www.a'.repeat(790))],
  ['most bare hosts in lines', padded('> www.a[_\n'.repeat(790))],
  ['most bare mail addresses', padded('a@b.c '.repeat(790))],
  ['most bare mail addresses and slashes', padded('a@b.c//\n'.repeat(790))],
  ['most bare addresses', padded('http://a '.repeat(790))],
  ['most bare addresses with brackets', padded('http://a.b/[({"a '.repeat(790))],
  ['most chat addresses', padded('xmpp:a.b '.repeat(790))],
  ['most cells', `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'a\n'.repeat(48)}\n${'b '.repeat(9000)}`],
  [
    'most aligned cells',
    `${'|a'.repeat(90)}|\n${'|:-:'.repeat(90)}|\n${'|||||a\n'.repeat(109)}\n${'b '.repeat(9000)}`,
  ],
  ['deepest quotes over unmarked lines', `${'>'.repeat(22)}a\n${'a\n'.repeat(4500)}\n${'b '.repeat(5500)}`],
  ['most resumed quotes', `${'>>\n;\n'.repeat(155)}\n${'b '.repeat(9600)}`],
  ['deepest lists', `${'- '.repeat(11)}a\n`],
  [
    'most text put in by references',
    `[a]: http://b.c/${'d'.repeat(300)}\n\n${'[a]'.repeat(310)} ${'![e]('.repeat(3700)}`,
  ],
  ['shortest links', '[a](b)'],
  ['shortest links elsewhere', headed('[a]: http://b\n\n', '[a] ')],
  ['shortest images', '![](b)'],
  ['shortest links to images', headed('[a]: /images/\n\n', '[a] ')],
  ['image openings in items', '* ![>'],
  ['brackets and strikethrough, nested', nested('[,', '', '~~> ')],
]

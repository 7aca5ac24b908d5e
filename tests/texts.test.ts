import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { directionOfLanguage, languages } from '../contract/languages.ts'
import { keysOf } from '../contract/objects.ts'
import { parseMessage } from '../contract/texts/parse.ts'
import { fillIn, type Message } from '../contract/texts/pieces.ts'
import { collectMessages, languagesWithCatalog, readCatalog } from '../web/build/catalogs.ts'
import { pseudo } from '../web/build/pseudo.ts'

const messages = collectMessages()

/** The arguments and tags of a message, and for plurals their cases. */
function partsOf(message: Message, cases: (type: string, names: string[]) => void = () => {}): string[] {
  if (typeof message === 'string') return []
  return [
    ...new Set(
      message.flatMap((piece) => {
        if (typeof piece === 'string') return []
        const [type, name, more] = piece
        if (type === 'text' || type === 'number') return [name]
        if (type === 'tag') return [`<${name}>`, ...partsOf(more, cases)]
        cases(type, Object.keys(more))
        return [name, ...Object.values(more).flatMap((inside) => partsOf(inside, cases))]
      }),
    ),
  ].sort()
}

/** The cases of the `select`s of a message, in the order of their names. */
function selectsOf(message: Message): string[] {
  if (typeof message === 'string') return []
  return message
    .flatMap((piece) => {
      if (typeof piece === 'string' || piece.length === 2) return []
      const [type, name, more] = piece
      if (type === 'tag') return selectsOf(more)
      const own = type === 'select' ? [`${name}: ${Object.keys(more).sort().join(' ')}`] : []
      return [...own, ...Object.values(more).flatMap(selectsOf)]
    })
    .sort()
}

/** What is written in a message: its texts in all cases, with `x` for what is given. */
function wordsOf(message: Message): string {
  if (typeof message === 'string') return message
  return message
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const [type, , more] = piece
      if (type === 'text' || type === 'number') return 'x'
      return type === 'tag' ? wordsOf(more) : Object.values(more).map(wordsOf).join(' ')
    })
    .join('')
}

/** Punctuation that a translation took over from English. */
const punctuationOfOthers: Readonly<Record<string, RegExp>> = {
  ar: /[\u0600-\u06ff»)]\s*[,;?]|["„]/,
  de: /"|”|(?<!„[^“]*)“|\S…(?=$|[“.])/,
}

const quotesOf: Readonly<Record<string, readonly [string, string]>> = { ar: ['«', '»'], de: ['„', '“'] }

/** German says "du"; Arabic has no imperatives, which are masculine. */
const wrongAddress: Readonly<Record<string, RegExp>> = {
  ar: /(?<![\p{L}\p{M}])[وف]?(?:أدخل|اختر|أضف|اكتب|اضغط|افتح|أنشئ|أعد|جرّب|احفظ|اطلب|انسخ|اسحب|راجع|حاول|ألصق|الصق|انظر|انقر|تأكد)(?:ها?)?(?![\p{L}\p{M}])/u,
  de: /(?<=[a-zäöüß,] )(?:Sie|Ihr|Ihre[mnrs]?|Ihnen)(?![\p{L}])/u,
}

interface Syntax {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly name?: string
  readonly callee?: Syntax
  readonly object?: Syntax
}

/** What is not shown on a page, or is translated: errors, imports, the console, and the messages of `t` and `rich`. */
const isSkipped = ({ type, callee }: Syntax): boolean =>
  ['ThrowStatement', 'NewExpression', 'ImportDeclaration'].includes(type) ||
  ['t', 'rich'].includes(callee?.name ?? '') ||
  callee?.object?.name === 'console'

/** The strings and templates that read as a sentence, with `x` for what is inserted. */
function sentencesIn(node: Syntax): string[] {
  if (isSkipped(node)) return []
  const text = node.quasis?.map(({ value }) => value.cooked).join('x') ?? node.value
  const isSentence = typeof text === 'string' && /^\s*[\p{Lu}\d@x](?:\S* ){2,}.*\p{L}[.!?]\s*$/u.test(text)
  return [
    ...(isSentence ? [text] : []),
    ...Object.values(node)
      .flat()
      .flatMap((child) =>
        typeof child === 'object' && child !== null && 'type' in child ? sentencesIn(child) : [],
      ),
  ]
}

it('sentences that people read in the browser go through t or rich', () => {
  const paths = readdirSync('web', { recursive: true }).map(String)
  const found = paths
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/^(?:build|pages\/apidocs)\//.test(path))
    .flatMap((path) => {
      const code = readFileSync(join('web', path), 'utf8')
      return sentencesIn(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })).map((text) => [
        path,
        text,
      ])
    })
  expect(found).toEqual([])
})

it('each language has a catalog, except for English, which the code is in', () => {
  expect([...languagesWithCatalog(), 'en'].sort()).toEqual(keysOf(languages).sort())
})

it('each message can be parsed', () => {
  expect(messages.size).toBeGreaterThan(2000)
  for (const message of messages.keys()) expect(() => parseMessage(message), message).not.toThrow()
})

it('each message has the same cases wherever it has the same choice, which types read as one (contract/texts/selects.ts)', () => {
  const differing = [...messages.keys()].filter((message) => {
    const choices = [...new Set(selectsOf(parseMessage(message)))].map((choice) => choice.replace(/:.*/, ''))
    return new Set(choices).size < choices.length
  })
  expect(differing).toEqual([])
})

it('each message quotes the names that people gave to rules, lists, templates and views', () => {
  // Alone, or after a colon or number, it is clear where a name begins and ends.
  const unquoted = /(?<!“|[:.] |^)\{(?:rule|list|template|view)\}/
  expect([...messages.keys()].filter((message) => unquoted.test(message))).toEqual([])
})

describe('the glossary of the interface in docs/words.md', () => {
  /** Words for other ideas, too, or in other senses. */
  const otherIdeas =
    /^(?:make|open|user|delete|remove|close|block|ignore|complaint|guideline|forum|group|server|like|picture|photo|mail)$/
  const otherSenses = /automated tools|admin dashboard/gi
  const [, table = ''] = readFileSync(join(import.meta.dirname, '../docs/words.md'), 'utf8').split(
    /^## The (?:interface|code)$/m,
  )
  const avoided = [...table.matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm)].flatMap(([, words = '']) =>
    words
      .replace(/, but .*/, '')
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && !/^-+$|^not$/.test(word)),
  )

  it.each(avoided.filter((word) => !otherIdeas.test(word)))('has another word for %s', (word) => {
    const used = new RegExp(`(?<![\\w{/-])${word}s?(?![\\w-])`, 'i')
    expect([...messages.keys()].filter((message) => used.test(message.replace(otherSenses, '')))).toEqual([])
  })

  it('is read as a table', () => expect(avoided).toContain('moderation tools'))
})

describe.each(languagesWithCatalog())('the catalog %s', (language) => {
  const { items } = readCatalog(language)
  const translated = items.filter(({ msgstr: [translation] }) => translation)

  it('has the messages of the code and no others (npm run texts)', () => {
    const known = new Set(items.map(({ msgid }) => msgid))
    expect(items.filter(({ msgid }) => !messages.has(msgid)).map(({ msgid }) => msgid)).toEqual([])
    expect([...messages.keys()].filter((message) => !known.has(message))).toEqual([])
  })

  it(`has ${translated.length} translations of ${items.length} messages`, () => {
    expect(translated.length / items.length).toBeGreaterThan(0.98)
  })

  it('has the same arguments and tags in a translation as in its message', () => {
    const different = translated.flatMap(({ msgid, msgstr: [translation = ''] }) => {
      const [english, other] = [msgid, translation].map((text) => partsOf(parseMessage(text)).join(' '))
      return english === other ? [] : [{ msgid, english, other }]
    })
    expect(different).toEqual([])
  })

  // The type of `t` requires the message to name all kinds (contract/texts/selects.ts).
  it('has the cases of each choice between kinds that the message has', () => {
    const different = translated.flatMap(({ msgid, msgstr: [translation = ''] }) => {
      // A translation may divide its sentence into cases differently, such as by having the same choice twice.
      const [english, other] = [msgid, translation].map((text) => [...new Set(selectsOf(parseMessage(text)))])
      return String(english) === String(other) ? [] : [{ msgid, english, other }]
    })
    expect(different).toEqual([])
  })

  it('has the plural forms of the language', () => {
    const categories = (type: 'cardinal' | 'ordinal') =>
      new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories as string[]
    // A message without a singular, such as "# selected", may do without one in other languages, too.
    const hasSingular = (message: string) => / one \{/.test(message)
    const wrong = translated.flatMap(({ msgid, msgstr: [translation = ''] }) => {
      const found: string[] = []
      partsOf(parseMessage(translation), (type, names) => {
        if (!names.includes('other')) found.push('without other')
        if (type === 'select') return
        const known = categories(type as 'cardinal' | 'ordinal')
        found.push(...names.filter((name) => !known.includes(name) && !/^=\d+$/.test(name)))
        // Zero has a number of its own in a few languages, and reads well as `other`.
        if (hasSingular(msgid))
          found.push(
            ...known.filter((name) => name !== 'zero' && !names.includes(name)).map((name) => `no ${name}`),
          )
      })
      return found.length > 0 ? [{ msgid, found }] : []
    })
    expect(wrong).toEqual([])
  })

  it('has sentences where the messages have them, with the same end', () => {
    // What follows the last word: braces of plurals and cases may close before or after it.
    const endOf = (text: string) => /[.?؟:…](?=[}\s]*$)/.exec(text)?.[0].replace('؟', '?') ?? 'none'
    const different = translated.flatMap(({ msgid, msgstr: [translation = ''] }) =>
      endOf(msgid) === endOf(translation) ? [] : [{ msgid, translation }],
    )
    expect(different).toEqual([])
  })

  it('addresses people as its glossary says', () => {
    const wrong = translated.flatMap(({ msgid, msgstr: [translation = ''] }) =>
      wrongAddress[language]?.test(wordsOf(parseMessage(translation))) ? [{ msgid, translation }] : [],
    )
    expect(wrong).toEqual([])
  })

  it.runIf(directionOfLanguage(language) === 'rtl')('isolates names, whose first sign would move', () => {
    const wrong = translated.filter(({ msgstr: [translation = ''] }) => /(?<!\u2068)[@/]\{/.test(translation))
    expect(wrong.map(({ msgid, msgstr }) => ({ msgid, msgstr }))).toEqual([])
  })

  it('quotes names where the message does', () => {
    const [opening, closing] = quotesOf[language] ?? ['“', '”']
    const wrong = translated.flatMap(({ msgid, msgstr: [translation = ''] }) =>
      [...msgid.matchAll(/“(\{\w+\})”/g)].flatMap(([, name]) =>
        translation.includes(`${opening}${name}${closing}`) ? [] : [{ msgid, translation }],
      ),
    )
    expect(wrong).toEqual([])
  })

  it('has the punctuation of the language', () => {
    const foreign = punctuationOfOthers[language]
    if (!foreign) return
    const wrong = translated.flatMap(({ msgid, msgstr: [translation = ''] }) =>
      foreign.test(wordsOf(parseMessage(translation))) && !msgid.startsWith('"')
        ? [{ msgid, translation }]
        : [],
    )
    expect(wrong).toEqual([])
  })
})

it('the pseudo-language changes every text, and is 40 % longer', () => {
  const shown = (message: Message) =>
    fillIn(message, { count: 2, name: 'wren' }, (_tag, inside) => inside.join('')).join('')
  expect(shown(pseudo(parseMessage('Save')))).toBe('⟦Šávé~~⟧')
  expect(
    shown(pseudo(parseMessage('{count, plural, one {# reply} other {# replies}} by <b>{name}</b>'))),
  ).toBe('⟦2 réplíéš bý wren~~⟧')
})

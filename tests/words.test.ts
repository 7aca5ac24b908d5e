import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words that few people use, in prose and in names such as `madeAnew`; and what to write. */
const plainWords = {
  anew: 'again, or: uncached',
  whoever: 'the one who, those who, everyone who',
  crosswise: 'deadlock, or: in another order',
  'is told': 'is notified, or: reads',
  somebody: 'someone',
  mend: 'fix',
  everybody: 'everyone',
  anybody: 'anyone',
  'for ever': 'forever',
  'need not': 'does not have to',
  hindrance: 'refusal',
  superfluous: 'extra',
}

const words = Object.keys(plainWords)
const capitalized = words.map((word) => word.replace(/(?:^| )\w/g, (start) => start.trim().toUpperCase()))
const rare = new RegExp(
  `(?<![A-Za-z])(?:${[...words, 'isTold'].join('|')})(?![a-z])|(?:Is told|${capitalized.join('|')})(?![a-z])`,
  'g',
)

const files = ['server', 'web', 'contract', 'scripts', 'bench', 'tests', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:tsx?|mjs|sql|css|md)$/.test(file)),
)
const frontPages = readdirSync(root).filter((file) => file.endsWith('.md'))

/** What is recorded, generated or never edited. */
const isFixed = (file: string) =>
  /\/migrations\/|^docs\/spec\/|^bench\/results\/|\/schema\.sql$|\.sql\.ts$|^tests\/words\.test\.ts$/.test(
    file,
  )

/** What the pages say has its own style, so here only comments and names count. */
const hasTextsOfPages = (file: string) => file.startsWith('web/') || file === 'contract/settingWords.ts'

const commentsAndNames = (code: string) =>
  [...code.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|\b\w*[a-z][A-Z]\w*/g)].map(([text]) => text).join('\n')

/** A value of the setting `editHistory`, which stays as it is stored. */
const storedValue = /(['`])everybody\1|everybody(?=: t\()/g

/** The rare words in a text. */
const found = (text: string) => [...text.replace(storedValue, '').matchAll(rare)].map(([word]) => word)

it('finds rare words in prose and in names', () => {
  expect(found('made anew, renderedAnew, made_anew. Whoever asks is told.')).toHaveLength(5)
  expect(found('a canewood is toldi')).toEqual([])
  expect(found("'everybody' may, everybody, writtenForEverybody")).toEqual(['everybody', 'Everybody'])
  expect(found(commentsAndNames("// whoever\nconst isMadeAnew = 'whoever'"))).toEqual(['whoever', 'Anew'])
})

it('comments do not begin with "Of"', () => {
  // Such as "Of a long query, only the first words are compared", or a fragment, such as "Of the page".
  const begins = files
    .filter((file) => !isFixed(file) && !file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:\/\*\*?|\/\/|--) Of .*/g)].map(
        ([comment]) => `${file}: ${comment}`,
      ),
    )
  expect(begins).toEqual([])
})

it('code and documents use plain words', () => {
  const used = [...files, ...frontPages]
    .filter((file) => !isFixed(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return found(hasTextsOfPages(file) ? commentsAndNames(text) : text).map((word) => `${file}: ${word}`)
    })
  expect(used, `instead of them: ${JSON.stringify(plainWords)}`).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = 'docs/spec'
const pages = readdirSync(join(root, folder)).filter((file) => file !== 'README.md')

interface Statement {
  readonly id: string
  /** Files that implement it. */
  readonly code: readonly string[]
  /** Test files that prove it. */
  readonly tests: readonly string[]
}

const id = '(?:CORE|ACC)-\\d+-\\d{3}'
const paths = '(`[^`\\n]+`(?:, `[^`\\n]+`)*)'
/** The id, the statement, and the two lists of files, in the form that docs/spec/README.md describes. */
const wellFormed = new RegExp(`^### (${id})\\n(?!- )\\S[^]*?\\n- code: ${paths}\\n- tests: ${paths}\\s*$`)

const blocks = pages.flatMap((page) =>
  readFileSync(join(root, folder, page), 'utf8')
    .split(/^(?=##)/m)
    .filter((block) => !/^(?:# |## )/.test(block)),
)

const pathsIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

const statements = blocks.flatMap((block): Statement[] => {
  const [, id, code, tests] = wellFormed.exec(block) ?? []
  return id ? [{ id, code: pathsIn(code), tests: pathsIn(tests) }] : []
})

/** Every file of the folders that hold code. */
const files = ['bench', 'contract', 'scripts', 'server', 'tests', 'web'].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** `id file` for each id in brackets in a test file. */
const carried = files
  .filter((file) => isTest(file) && join(root, file) !== import.meta.filename)
  .flatMap((file) => {
    const found = readFileSync(join(root, file), 'utf8').matchAll(new RegExp(`\\[(${id})\\]`, 'g'))
    return [...new Set(Array.from(found, ([, id]) => `${id} ${file}`))]
  })

const without = (all: readonly string[], others: readonly string[]) => {
  const known = new Set(others)
  return all.filter((one) => !known.has(one)).sort()
}

describe('the statements of docs/spec', () => {
  it('have an id, a text, code and tests', () => {
    expect(blocks.filter((block) => !wellFormed.test(block))).toEqual([])
  })

  it('have unique ids', () => {
    const ids = statements.map(({ id }) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  })

  it('name existing files that implement them', () => {
    const code = statements.flatMap(({ id, code }) => code.map((file) => `${id} ${file}`))
    const known = new Set(files.filter((file) => !isTest(file)))
    expect(code.filter((line) => !known.has(line.slice(line.indexOf(' ') + 1)))).toEqual([])
  })

  it('name exactly the tests that carry their id', () => {
    const listed = statements.flatMap(({ id, tests }) => tests.map((file) => `${id} ${file}`))
    expect(without(carried, listed), 'carried by a test, but not listed').toEqual([])
    expect(without(listed, carried), 'listed, but not carried by the test').toEqual([])
  })
})

it('docs/spec/README.md links every area', () => {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
  expect([...readme.matchAll(/\]\((\S+\.md)\)/g)].map(([, page]) => page).sort()).toEqual([...pages].sort())
})

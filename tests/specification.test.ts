import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const idsIn = (text: string) => [...text.matchAll(/\[((?:CORE|ACC)-\d+-\d{3})\]/g)].map(([, id = '']) => id)

/** `id file` for every id that a test carries. */
function carried(): string[] {
  const folders = ['bench', 'contract', 'scripts', 'server', 'tests', 'web']
  const files = folders.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((file) =>
      join(root, folder, file),
    ),
  )
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && file !== import.meta.filename)
  return tests.flatMap((file) =>
    [...new Set(idsIn(readFileSync(file, 'utf8')))].map((id) => `${id} ${relative(root, file)}`),
  )
}

/** The same of docs/specification.md. */
function listed(): string[] {
  const lines = readFileSync(join(root, 'docs/specification.md'), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, id, files = ''] = /^\| ((?:CORE|ACC)-\d+-\d{3}) \| (.*) \|$/.exec(line) ?? []
    return id ? [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => `${id} ${file}`) : []
  })
}

it('docs/specification.md names every statement with the tests that carry its id', () => {
  const [inTests, inDocument] = [new Set(carried()), new Set(listed())]
  expect([...inTests].filter((line) => !inDocument.has(line)).sort(), 'missing in the document').toEqual([])
  expect([...inDocument].filter((line) => !inTests.has(line)).sort(), 'no longer in the tests').toEqual([])
})

it('all 844 statements have a test', () => {
  const ids = listed().map((line) => line.split(' ')[0])
  expect(new Set(ids).size).toBe(844)
})

it('every area says where it is built, and nothing that it names has moved away', () => {
  const areas = readFileSync(join(root, 'docs/specification.md'), 'utf8').split('\n## ').slice(1)
  const places = areas.map((area) => {
    const [sentence = ''] = /^Built in .*$/m.exec(area) ?? []
    return [...sentence.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place)
  })
  expect(places.filter(({ length }) => length === 0)).toEqual([])
  expect(places.flat().filter((place) => !existsSync(join(root, place)))).toEqual([])
})

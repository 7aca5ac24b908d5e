import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const rows = [
  ...readFileSync(join(root, 'docs/map.md'), 'utf8').matchAll(/^\| `([^`]+)\/` \| ([A-Z].*\.) \|$/gm),
].map(([, folder = '', sentence = '']) => ({ folder, sentence }))

/** Each folder that contains a file. */
const folders = new Set(
  [
    '.ci',
    '.github',
    'bench',
    'contract',
    'deploy',
    'docs',
    'scripts',
    'server',
    'tests',
    'texts',
    'web',
  ].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => dirname(relative(root, join(entry.parentPath, entry.name))).replaceAll('\\', '/')),
  ),
)

it('the map of the repository has a sentence for each folder', () => {
  const described = new Set(rows.map(({ folder }) => folder))
  expect([...folders].filter((folder) => !described.has(folder))).toEqual([])
})

it('the map of the repository has no sentence for a missing folder, and no duplicates', () => {
  const described = rows.map(({ folder }) => folder)
  expect(
    described.filter((folder, index) => !folders.has(folder) || described.indexOf(folder) < index),
  ).toEqual([])
})

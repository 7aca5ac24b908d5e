import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortNames } from './scopedNames.ts'

const web = join(import.meta.dirname, '..')
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.module.css'),
)

it('gives each class of each style sheet a short name of its own', () => {
  const nameOf = shortNames(web)
  const named = sheets.flatMap((sheet) => {
    const css = readFileSync(join(web, sheet), 'utf8')
    const classes = new Set(css.match(/(?<=\.)[a-z][\w-]*(?=[^{}]*\{)/gi))
    return [...classes].map((name) => nameOf(name, join(web, sheet), css))
  })
  expect(named.length).toBeGreaterThan(500)
  expect(new Set(named).size).toBe(named.length)
  for (const name of named) expect(name).toMatch(/^[A-Z][A-Za-z0-9]{2,3}$/)
})

it('refuses a class that is not in the style sheet', () => {
  const file = join(web, 'ui/buttons/Button.module.css')
  expect(() => shortNames(web)('missing', file, '.there {}')).toThrow('missing')
})

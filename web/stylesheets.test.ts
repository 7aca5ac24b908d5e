import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname

/** The classes that a style sheet has rules for. */
function classesOf(sheet: string): Set<string> {
  const selectors = readFileSync(join(folder, sheet), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|:global\([^)]*\)/g, '')
    .replace(/[\w-]+\s*:[^;{}]*;/g, '')
  return new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name))
}

/** The classes that a file uses of each imported style sheet. `isComplete`: no names are composed at run time. */
function usesIn(file: string) {
  const code = readFileSync(join(folder, file), 'utf8')
  return [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].map(([, name, path = '']) => ({
    file,
    sheet: join(dirname(file), path),
    classes: [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used),
    isComplete: !new RegExp(`\\b${name}\\[`).test(code),
  }))
}

const uses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap(usesIn)

it('there is a rule for every class that a component names', () => {
  expect(uses.length).toBeGreaterThan(100)
  const missing = uses.flatMap(({ file, sheet, classes }) => {
    const known = classesOf(sheet)
    return classes.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

it('there is no rule for a class that nobody names', () => {
  const sheets = [...new Set(uses.map(({ sheet }) => sheet))]
  const unused = sheets.flatMap((sheet) => {
    const users = uses.filter((use) => use.sheet === sheet)
    if (!users.every(({ isComplete }) => isComplete)) return []
    const used = new Set(users.flatMap(({ classes }) => classes))
    return [...classesOf(sheet)].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name}`)
  })
  expect(unused).toEqual([])
})

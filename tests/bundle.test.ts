import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { endpoints } from '../contract/endpoints/index.ts'
import { built, ensureBuilt } from './support/built.ts'

beforeAll(ensureBuilt)

/** All texts in a part of the contract that only describes: summaries and descriptions, at any depth. */
function descriptionsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, inner]) =>
    (key === 'description' || key === 'summary') && typeof inner === 'string'
      ? [inner]
      : descriptionsIn(inner),
  )
}

it('the browser bundle contains nothing of the contract except URLs', () => {
  const programs = (readdirSync(built.web, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(built.web, name), 'utf8'))
    .join('\n')
  expect(programs).toContain('GET /api/posts/:publicId')
  const words = [
    // Shorter ones may also occur on a page.
    ...[...new Set(descriptionsIn(endpoints))].filter((text) => text.length > 30),
    // Only schemas contain these: our own keywords, and those of the schema library.
    ...['changesWhatGuestsSee', 'sharedByGuests', 'onlyFirstHas', 'outOfRange:', '~kind', '~optional'],
  ]
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter((text) => programs.includes(text))).toEqual([])
})

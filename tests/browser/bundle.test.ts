import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { endpoints } from '../../contract/endpoints/index.ts'

const builtFiles = join(import.meta.dirname, '../../dist/web')

/** Every text in a part of the contract that only describes: summaries and descriptions, however deep. */
function descriptionsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, inner]) =>
    (key === 'description' || key === 'summary') && typeof inner === 'string'
      ? [inner]
      : descriptionsIn(inner),
  )
}

test('nothing that the contract says of its calls reaches the browser but their URLs', () => {
  const programs = (readdirSync(builtFiles, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(builtFiles, name), 'utf8'))
    .join('\n')
  expect(programs).toContain('GET /api/posts/:publicId')
  const words = [
    // Shorter ones may be said on a page, too.
    ...[...new Set(descriptionsIn(endpoints))].filter((text) => text.length > 30),
    // What only the schemas say: keywords of ours, and those of the library that makes them.
    ...['changesWhatGuestsSee', 'sharedByGuests', 'onlyFirstHas', 'outOfRange:', '~kind', '~optional'],
  ]
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter((text) => programs.includes(text))).toEqual([])
})

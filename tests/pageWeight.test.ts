import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { loadAssets } from '../server/platform/http/assets.ts'
import { readingPages } from '../web/build/chunks.ts'
import { built, ensureBuilt } from './support/built.ts'

beforeAll(ensureBuilt)

/** The budgets of docs/performance.md, in bytes over the wire with gzip. */
const promised = { scripts: 108_500, styles: 15_000 }

/** The build does not compress the smallest files. */
const sentBytes = (addresses: readonly string[]): number =>
  addresses
    .map((address) => join(built.web, address))
    .map((file) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size)
    .reduce((sum, bytes) => sum + bytes, 0)

for (const page of readingPages)
  it(`${page} loads little JavaScript and CSS as a first page of a guest`, () => {
    const { entry, preloads, styles } = loadAssets(built.web)(`web/${page}`, 'en')
    expect(sentBytes([entry, ...preloads])).toBeLessThanOrEqual(promised.scripts)
    expect(sentBytes(styles)).toBeLessThanOrEqual(promised.styles)
    // A page that the build does not know would weigh nothing.
    expect(preloads.some((address) => address.includes(/(\w+)\.tsx/.exec(page)?.[1] ?? page))).toBe(true)
  })

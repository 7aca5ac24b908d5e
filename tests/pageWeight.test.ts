import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { loadAssets } from '../server/platform/http/assets.ts'
import { readingPages } from '../web/build/chunks.ts'
import { built, ensureBuilt } from './support/built.ts'

beforeAll(ensureBuilt)

/** The budgets of docs/performance.md, in bytes over the wire. */
const promised = { scripts: 111_500, styles: 15_000 }

const compressedBytes = (addresses: readonly string[]): number =>
  addresses
    .map((address) => gzipSync(readFileSync(join(built.web, address)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)

for (const page of readingPages)
  it(`${page} loads little JavaScript and CSS as a first page of a guest`, () => {
    const { entry, preloads, styles } = loadAssets(built.web)(`web/${page}`)
    expect(compressedBytes([entry, ...preloads])).toBeLessThanOrEqual(promised.scripts)
    expect(compressedBytes(styles)).toBeLessThanOrEqual(promised.styles)
    // A page that the build does not know would weigh nothing.
    expect(preloads.some((address) => address.includes(/(\w+)\.tsx/.exec(page)?.[1] ?? page))).toBe(true)
  })

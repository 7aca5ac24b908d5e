import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { gzipAsync } from '@gfx/zopfli'
import { build, normalizePath } from 'vite'
import { loadAssets } from '../server/platform/http/assets.ts'
import { readingPages } from '../web/build/chunks.ts'
import { number, row } from './format.ts'

/** What one package, or one folder of our own code, adds to the first pages, in compressed bytes by page. */
export interface PartSize {
  readonly part: string
  readonly bytes: ReadonlyMap<string, number>
}

/** Smaller parts are one row together. */
const ownRowBytes = 250

/**
 * Builds the pages with source maps, in a folder of its own, and divides what a guest's browser fetches among packages and
 * folders. A part's size is what its file, compressed by zlib, gets smaller by without it; since parts share repetitions, these
 * differences are scaled so that their sum is the size of the file with Zopfli, which the build uses for large ones.
 */
export async function measureProgramSizes(): Promise<PartSize[]> {
  const outDir = resolve('node_modules/.cache/folkmoot-program-size')
  await build({
    mode: 'web',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, sourcemap: 'hidden', write: true },
  })
  const assetsFor = loadAssets(outDir)
  const files = new Map<string, ReadonlyMap<string, number>>()
  const totals = new Map<string, Map<string, number>>()
  for (const page of readingPages) {
    const { entry, preloads } = assetsFor(`web/${page}`, 'en')
    for (const file of [entry, ...preloads]) {
      const parts = files.get(file) ?? (await partsOf(join(outDir, file)))
      files.set(file, parts)
      for (const [part, bytes] of parts) {
        const byPage = totals.get(part) ?? new Map<string, number>()
        byPage.set(page, (byPage.get(page) ?? 0) + bytes)
        totals.set(part, byPage)
      }
    }
  }
  return [...totals].map(([part, bytes]) => ({ part, bytes }))
}

async function partsOf(file: string): Promise<ReadonlyMap<string, number>> {
  const code = readFileSync(file, 'utf8')
  const pieces = piecesOf(code, file)
  const whole = compressed(code)
  const without = new Map<string, number>()
  for (const { part } of pieces)
    if (!without.has(part))
      without.set(part, whole - compressed(pieces.map((one) => (one.part === part ? '' : one.text)).join('')))
  const sum = [...without.values()].reduce((total, bytes) => total + bytes, 0)
  const size = (await gzipAsync(code, { numiterations: 15 })).length
  return new Map([...without].map(([part, bytes]) => [part, sum > 0 ? (bytes * size) / sum : size]))
}

const compressed = (text: string) => gzipSync(text, { level: 9 }).length

const bundlerPart = 'imports, exports and class names'

/** The text of a file in its order, with the part that each piece comes from. */
function piecesOf(code: string, file: string): { part: string; text: string }[] {
  const pieces: { part: string; text: string }[] = []
  let part = bundlerPart
  let end = 0
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  for (const { line, column, source } of mappingsOf(`${file}.map`)) {
    const at = (lineStarts[line] ?? 0) + column
    pieces.push({ part, text: code.slice(end, at) })
    end = at
    part = source === null ? bundlerPart : partOf(resolve(dirname(file), source))
  }
  return [...pieces, { part, text: code.slice(end) }]
}

function partOf(source: string): string {
  const path = normalizePath(source)
  const installed = path.split('node_modules/').at(-1)
  if (installed !== undefined && installed !== path)
    return installed.split('/', installed.startsWith('@') ? 2 : 1).join('/')
  const [, own = basename(path)] = /\/((?:web|contract)\/.*)/.exec(path) ?? []
  const folders = own.split('/').slice(0, -1)
  return `\`${folders.slice(0, 3).join('/')}/\``
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** @see https://tc39.es/ecma426/#sec-mappings */
function mappingsOf(path: string): { line: number; column: number; source: string | null }[] {
  const { mappings, sources } = readMap(path)
  let source = 0
  return mappings.split(';').flatMap((segments, line) => {
    let column = 0
    return segments.split(',').flatMap((segment) => {
      const [columns, sourceStep] = numbersOf(segment)
      if (columns === undefined) return []
      column += columns
      source += sourceStep ?? 0
      return [{ line, column, source: sourceStep === undefined ? null : (sources[source] ?? null) }]
    })
  })
}

/** The bundler's own runtime has no map. */
function readMap(path: string): { mappings: string; sources: string[] } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { mappings: '', sources: [] }
  }
}

/** Base 64 variable-length quantities. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of segment) {
    const digit = digits.indexOf(letter)
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

/** A row for each part, the largest first; at the end what is small, and the sums. */
export function programSizesTable(parts: readonly PartSize[]): string {
  const most = ({ bytes }: PartSize) => Math.max(...bytes.values())
  const cells = (some: readonly PartSize[]) =>
    readingPages.map((page) => {
      const sum = some.reduce((total, { bytes }) => total + (bytes.get(page) ?? 0), 0)
      return number(sum / 1000, 1)
    })
  const large = parts.filter((one) => most(one) >= ownRowBytes).sort((a, b) => most(b) - most(a))
  const small = parts.filter((one) => most(one) < ownRowBytes)
  return [
    row(['kB of JavaScript, gzip', ...readingPages.map((page) => basename(page, 'Page.tsx').toLowerCase())]),
    row(['---', ...readingPages.map(() => '--:')]),
    ...large.map((one) => row([one.part, ...cells([one])])),
    row([`${small.length} smaller folders`, ...cells(small)]),
    row(['together', ...cells(parts)]),
  ].join('\n')
}

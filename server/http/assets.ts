import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageAssets } from '../../contract/pages.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** The sources that it fetches when they are needed. */
  readonly dynamicImports?: readonly string[]
}

const entrySource = 'web/entry-browser.tsx'

/**
 * Reads which files the build made of which sources.
 *
 * @param folder the browser's build, with `.vite/manifest.json` in it.
 * @returns the files that a page needs, by the page's source file.
 */
export function readAssets(folder: string): (sourceFile: string | null) => PageAssets {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const known = new Map<string | null, PageAssets>()
  return (sourceFile) => {
    const assets = known.get(sourceFile) ?? assetsOf(manifest, sourceFile)
    known.set(sourceFile, assets)
    return assets
  }
}

function assetsOf(manifest: Record<string, Chunk>, sourceFile: string | null): PageAssets {
  const needed = new Set<Chunk>()
  const styles = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    chunk.imports?.forEach(collect)
    // After those of what it is made of, which it may change.
    for (const file of chunk.css ?? []) styles.add(file)
  }
  collect(entrySource)
  if (sourceFile) {
    collect(sourceFile)
    // The table of rare pages that leads to it, which would otherwise be asked for first.
    for (const [key, { dynamicImports }] of Object.entries(manifest))
      if (dynamicImports?.includes(sourceFile)) collect(key)
  }
  const [entry, ...others] = [...needed]
  if (!entry) throw new Error(`The build knows no ${entrySource}.`)
  return {
    entry: `/${entry.file}`,
    preloads: others.map(({ file }) => `/${file}`),
    styles: [...styles].map((file) => `/${file}`),
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../../contract/languages.ts'
import type { PageAssets, PageRequest } from '../../../contract/pages.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** Source files that it imports lazily. */
  readonly dynamicImports?: readonly string[]
}

const entrySource = 'web/entry-browser.tsx'

/**
 * Reads the manifest of the browser build.
 *
 * @param folder the browser build, which contains `.vite/manifest.json`.
 * @returns a function from a page's source file and a language to the built files that the page needs.
 */
export function loadAssets(folder: string): PageRequest['assetsFor'] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, '.vite', name), 'utf8'))
  const manifest = read('manifest.json') as Record<string, Chunk>
  const folders = read('languages.json') as Partial<Record<Language, string>>
  const cached = new Map<string, PageAssets>()
  return (sourceFile, language) => {
    const key = `${language} ${sourceFile}`
    const assets = cached.get(key) ?? inLanguage(assetsOf(manifest, sourceFile), folders[language])
    cached.set(key, assets)
    return assets
  }
}

/** @param folder has the scripts with the texts of a language; missing for English, which the others have. */
function inLanguage(assets: PageAssets, folder: string | undefined): PageAssets {
  if (folder === undefined) return assets
  const moved = (path: string) => path.replace('/assets/', `/${folder}/`)
  return { ...assets, entry: moved(assets.entry), preloads: assets.preloads.map(moved) }
}

function assetsOf(manifest: Record<string, Chunk>, sourceFile: string | null): PageAssets {
  const needed = new Set<Chunk>()
  const styles = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    chunk.imports?.forEach(collect)
    // After the styles of its imports, so that it can override them.
    for (const file of chunk.css ?? []) styles.add(file)
  }
  collect(entrySource)
  if (sourceFile) {
    collect(sourceFile)
    // The chunk that imports the page lazily; without a preload it would delay the page by a round trip.
    for (const [key, { dynamicImports }] of Object.entries(manifest))
      if (dynamicImports?.includes(sourceFile)) collect(key)
  }
  const [entry, ...others] = [...needed]
  if (!entry) throw new Error(`The build manifest has no entry for ${entrySource}.`)
  return {
    entry: `/${entry.file}`,
    preloads: others.map(({ file }) => `/${file}`),
    styles: [...styles].map((file) => `/${file}`),
  }
}

/** The imports between our own files, and violations of the rules for them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** Tests are excluded: they combine what no program does. */
const isSource = (file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|d)\.\w+$/.test(file)

/**
 * @param {string} root
 * @param {string[]} folders
 * @returns {Map<string, string[]>} each source file with the files it imports, as paths from `root`
 */
export function readImports(root, folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
      .filter(isSource),
  )
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'), files)]))
}

/**
 * The files that one file imports: by value or type, statically or dynamically, as a worker or by a glob.
 *
 * @param {string} file
 * @param {string} code
 * @param {string[]} files what a glob may match
 * @returns {string[]} without packages
 */
export function importsOf(file, code, files) {
  const { module, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const written = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    // Also `typeof import('…')`, which is a type.
    ...matches(code, /\bimport\(\s*['"]([^'"]+)['"]/g),
    ...matches(code, /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/g),
  ]
  const folder = posix.dirname(file)
  const imported = written
    .filter((specifier) => specifier?.startsWith('.'))
    .map((specifier) => posix.join(folder, specifier.replace(/\?.*/, '')))
  for (const call of matches(code, /\bimport\.meta\.glob(?:<.*?>)?\(\s*(\[[^\]]*\]|['"][^'"]+['"])/gs)) {
    const globs = matches(call, /['"]([^'"]+)['"]/g)
    const [included, excluded] = [
      globs.filter((glob) => glob[0] !== '!'),
      globs.filter((glob) => glob[0] === '!'),
    ]
    const isMatched = (one) => (glob) => expressionOf(posix.join(folder, glob.replace('!', ''))).test(one)
    imported.push(...files.filter((one) => included.some(isMatched(one)) && !excluded.some(isMatched(one))))
  }
  return [...new Set(imported)]
}

const matches = (text, expression) => [...text.matchAll(expression)].map(([, found]) => found)

/** `*` is a part of a name, `{a,b}` a choice; we use nothing else. */
const expressionOf = (glob) =>
  new RegExp(
    `^${glob
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replace(/\{([^}]*)\}/g, (_, choice) => `(${choice.replaceAll(',', '|')})`)}$`,
  )

/**
 * @param {import('./layers.mjs').Layer[]} layers
 * @param {Map<string, string[]>} imports
 * @returns {string[]} a sentence for each import that the layers forbid, and for each folder without a layer
 */
export function forbiddenImports(layers, imports) {
  const isWithin = (file, folder) => file === folder || file.startsWith(`${folder}/`)
  /** The folder of this file that matches a layer's pattern, or null. */
  const folderFor = (file, { folder }) => {
    if (!folder.endsWith('/*')) return isWithin(file, folder) ? folder : null
    const parent = folder.slice(0, -1)
    const [name, ...rest] = file.slice(parent.length).split('/')
    return file.startsWith(parent) && rest.length > 0 ? parent + name : null
  }
  const layerOf = (file) =>
    layers
      .map((layer) => ({ ...layer, folder: folderFor(file, layer) }))
      .filter(({ folder }) => folder !== null)
      .sort((one, other) => other.folder.length - one.folder.length)[0]
  // A file at the top of a program may import all of it.
  const isTop = (layer) => !layer.folder.includes('/')
  const found = []
  for (const [file, imported] of imports) {
    const layer = layerOf(file)
    // Otherwise `server/newFolder/x.ts` would count as a top-level file.
    if (!layer || (isTop(layer) && layer.folder !== 'contract' && file.split('/').length > 2)) {
      found.push(`${posix.dirname(file)} is in no layer: add it to scripts/lib/layers.mjs.`)
      continue
    }
    const allowed = [layer.folder, ...layer.mayImport]
    for (const one of imported)
      if (!allowed.some((folder) => isWithin(one, folder)))
        found.push(`${file} imports ${one}. ${layer.folder} may import: ${allowed.join(', ')}.`)
  }
  return [...new Set(found)]
}

/**
 * Tarjan's strongly connected components.
 *
 * @param {Map<string, string[]>} imports
 * @returns {string[]} a sentence for each group of files that import each other in a circle
 */
export function circles(imports) {
  const found = []
  const numbers = new Map()
  const lowest = new Map()
  const path = []
  const visit = (file) => {
    numbers.set(file, numbers.size)
    lowest.set(file, numbers.get(file))
    path.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!numbers.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
    }
    if (lowest.get(file) !== numbers.get(file)) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1 || imports.get(file).includes(file))
      found.push(`These ${circle.length} files import each other in a circle: ${circle.sort().join(', ')}.`)
  }
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file)
  return found
}

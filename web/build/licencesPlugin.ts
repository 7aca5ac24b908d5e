import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { escapeMarkup } from '../../contract/escapeMarkup.ts'

interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Packages that come without the text of their licence, each with one of the same authors and licence that has it. */
const textFrom: Readonly<Record<string, string>> = { 'react-remove-scroll-bar': 'react-remove-scroll' }

/**
 * Writes `licences.html`: the licence of each package that is in the files for the browser. Two plugins that share what they
 * find, because Vite bundles web workers separately, before the pages that start them.
 *
 * @throws for a package without the text of a licence.
 */
export function licences(): { forPages: Plugin; forWorkers: Plugin } {
  const folders = new Set<string>()
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const file of Object.values(bundle))
      for (const source of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) {
        const folder = packageFolder(source)
        if (folder) folders.add(folder)
      }
  }
  return {
    forWorkers: { name: 'licences-of-workers', generateBundle: (_options, bundle) => collect(bundle) },
    forPages: {
      name: 'licences',
      apply: 'build',
      applyToEnvironment: ({ config }) => config.consumer === 'client',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          collect(bundle)
          const source = licencesPage([...folders].map(packageIn))
          this.emitFile({ type: 'asset', fileName: 'licences.html', source })
        },
      },
    },
  }
}

/** Fails the build of the service worker when it contains a package, because licences.html would not list it. */
export const noPackages = (): Plugin => ({
  name: 'no-packages',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      for (const source of file.type === 'chunk' ? file.moduleIds : [])
        if (packageFolder(source))
          this.error(`${source} is in the service worker, and in no list of licences.`)
  },
})

/** The folder of the package that a source file belongs to; null for our own files, and for helpers of the bundler. */
const packageFolder = (source: string): string | null =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(normalizePath(source))?.[0] ?? null

function packageIn(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const parent = folder.slice(0, -name.length)
  const text = licenceText(folder) ?? (textFrom[name] && licenceText(parent + textFrom[name]))
  if (!text)
    throw new Error(`The package ${name} has no file with its licence; see web/build/licencesPlugin.ts.`)
  return { name, version, licence: license, text }
}

function licenceText(folder: string): string | null {
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(one))
  return file ? readFileSync(join(folder, file), 'utf8') : null
}

/** Packages with the same text share a section, ordered by the first of their names. */
function licencesPage(packages: readonly Package[]): string {
  const byText = new Map<string, Package[]>()
  for (const one of packages.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))) {
    const text = one.text.replace(/\r\n/g, '\n').trim()
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  const sections = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`)
    return `<section>\n<h2>${names.map(escapeMarkup).join('<br>\n')}</h2>\n${paragraphs.join('\n')}\n</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Licenses</title>
</head>
<body>
<main>
<h1>Licenses</h1>
<p>The pages of this forum contain these packages. <a href="/about">About this forum</a></p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { parseMessage } from '../../contract/texts/parse.ts'
import type { Message } from '../../contract/texts/pieces.ts'
import { importsTexts, readCatalogs } from './catalogs.ts'
import { replaceAt, type TextCall, textCalls } from './textCalls.ts'

const moduleName = 'virtual:catalogs'

/** Provides the module `virtual:catalogs`. */
export const catalogsModule = (): Plugin => ({
  name: 'catalogs',
  resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
  load: (id) =>
    id === `\0${moduleName}` ? `export const catalogs = ${JSON.stringify(readCatalogs())}` : undefined,
})

/** Stands for a message until the chunks are whole. */
const marker = '__message'

/**
 * Writes the texts of one language into the scripts of pages, which then need neither a catalog nor a parser: English where `t` and
 * `rich` are called, and other languages into copies of the chunks, in a folder each. So pages in English are as small as without
 * translations, and pages in another language load that language only.
 */
export function textsInPlace(): Plugin[] {
  const catalogs = readCatalogs()
  return [
    {
      name: 'mark-texts',
      apply: 'build',
      enforce: 'pre',
      // Scripts of pages have no message left to parse.
      load: {
        filter: { id: /\/contract\/texts\/parse\.ts$/ },
        handler: () => 'export const parseMessage = null',
      },
      transform: {
        filter: { id: /\/(?:web|contract)\/.*\.tsx?$/, code: importsTexts },
        handler(code, id) {
          const calls = textCalls(code, id.endsWith('x') ? 'tsx' : 'ts', ['t', 'rich'])
          const parts = calls.map((call) => {
            const { start, end } = call.hasValues ? call.message : call
            return { start, end, by: `${marker}(${JSON.stringify(call.message.text)})` }
          })
          return { code: replaceAt(code, parts), map: null }
        },
      },
    },
    {
      name: 'write-texts',
      apply: 'build',
      enforce: 'post',
      // After Vite has written the styles that chunks load.
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          const { en: _inPlace, ...others } = catalogs
          const folders = Object.entries(others).map(
            ([language, catalog]) => [language, folderOf(language, catalog)] as const,
          )
          this.emitFile({
            type: 'asset',
            fileName: '.vite/languages.json',
            source: JSON.stringify(Object.fromEntries(folders)),
          })
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            const calls = textCalls(chunk.code, 'js', [marker])
            for (const [language, folder] of folders)
              this.emitFile({
                type: 'asset',
                fileName: chunk.fileName.replace('assets/', `${folder}/`),
                source: withTexts(
                  chunk.code,
                  calls,
                  (english) => catalogs[language]?.[english] ?? parseMessage(english),
                ),
              })
            chunk.code = withTexts(
              chunk.code,
              calls,
              (english) => catalogs.en?.[english] ?? parseMessage(english),
            )
          }
        },
      },
    },
  ]
}

/**
 * Writes the texts of the service worker into it, in all languages, because there is one program for all. They have no values. Its URL
 * has the language: see web/device/serviceWorker.ts.
 */
export const textsOfWorker = (): Plugin => ({
  name: 'texts-of-worker',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/worker\/.*\.ts$/, code: importsTexts },
    handler(code) {
      const catalogs = Object.entries(readCatalogs())
      const parts = textCalls(code, 'ts', ['t']).map(({ start, end, message: { text } }) => {
        const byLanguage = Object.fromEntries(
          catalogs.map(([language, catalog]) => [language, catalog[text] ?? text]),
        )
        return {
          start,
          end,
          by: `(${JSON.stringify(byLanguage)}[new URLSearchParams(location.search).get('language')] ?? ${JSON.stringify(text)})`,
        }
      })
      return { code: replaceAt(code, parts).replace(/^import \{ t \} from .*$/m, ''), map: null }
    },
  },
})

/** The names of chunks change with the code only, so the folder's changes with the translations. */
const folderOf = (language: string, catalog: Readonly<Record<string, Message>>): string =>
  `assets/${language}-${createHash('sha256').update(JSON.stringify(catalog)).digest('hex').slice(0, 8)}`

const withTexts = (
  code: string,
  calls: readonly TextCall[],
  messageFor: (english: string) => Message,
): string =>
  replaceAt(
    code,
    calls.map(({ start, end, message }) => ({ start, end, by: JSON.stringify(messageFor(message.text)) })),
  )

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PO from 'pofile'
import { parseMessage } from '../../contract/texts/parse.ts'
import type { Message } from '../../contract/texts/pieces.ts'
import { pseudo } from './pseudo.ts'
import { textCalls } from './textCalls.ts'

/** Builds, tests and scripts all run in the root folder. */
const root = process.cwd()
const folder = join(root, 'texts')

/** The languages that have a catalog. */
export const languagesWithCatalog = (): string[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith('.po') ? [file.slice(0, -'.po'.length)] : []))

/** The translations of each language, by the English message; without messages that are not translated yet. */
export const readCatalogs = (): Record<string, Record<string, Message>> => ({
  ...Object.fromEntries(languagesWithCatalog().map((language) => [language, translationsOf(language)])),
  // In place of English: see docs/translating.md.
  ...(process.env.PSEUDO_LANGUAGE && {
    en: Object.fromEntries([...collectMessages().keys()].map((text) => [text, pseudo(parseMessage(text))])),
  }),
})

const translationsOf = (language: string): Record<string, Message> =>
  Object.fromEntries(
    readCatalog(language).items.flatMap(({ msgid, msgstr: [translation] }) =>
      translation ? [[msgid, parseMessage(translation)]] : [],
    ),
  )

const fileOf = (language: string) => join(folder, `${language}.po`)

export const readCatalog = (language: string): PO => PO.parse(readFileSync(fileOf(language), 'utf8'))

/** The English messages of all sources, each with the files that it is in. */
export function collectMessages(): Map<string, string[]> {
  const messages = new Map<string, string[]>()
  for (const path of sources()) {
    const code = readFileSync(join(root, path), 'utf8')
    if (!importsTexts.test(code)) continue
    for (const { message } of textCalls(code, path.endsWith('x') ? 'tsx' : 'ts', ['t', 'rich']))
      messages.set(message.text, [...new Set([...(messages.get(message.text) ?? []), path])])
  }
  return messages
}

const sources = () =>
  ['contract', 'server', 'web']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true }).map((path) => `${top}/${String(path)}`),
    )
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .sort()

/** Whether a module uses `t` or `rich`. */
export const importsTexts = /\/texts?\/(?:t|rich)\.ts'/

/** Adds new messages to the catalog of a language, without translations, and removes those that nothing uses any more. */
export function updateCatalog(language: string, messages: ReadonlyMap<string, readonly string[]>): void {
  const catalog = readCatalog(language)
  const before = new Map(catalog.items.map((item) => [item.msgid, item]))
  catalog.items = [...messages].map(([message, paths]) => {
    const item = before.get(message) ?? Object.assign(new PO.Item(), { msgid: message })
    item.references = [...paths]
    return item
  })
  writeFileSync(fileOf(language), `${catalog.toString()}\n`)
}

import { collectMessages, languagesWithCatalog, readCatalog, updateCatalog } from './catalogs.ts'

/** `npm run texts`: brings the catalogs of texts/ up to date with the sources. */
const messages = collectMessages()
for (const language of languagesWithCatalog()) {
  updateCatalog(language, messages)
  const missing = readCatalog(language).items.filter(({ msgstr: [translation] }) => !translation).length
  console.log(`${language}: ${messages.size} messages, ${missing} not translated yet`)
}

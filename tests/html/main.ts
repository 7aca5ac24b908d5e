import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite } from '../browser/support/site.ts'
import { Failed, has, runIn } from '../clients/run.ts'
import { type Crawled, crawl } from './crawl.ts'
import { fill } from './fill.ts'
import { type Message, mistakesIn } from './mistakes.ts'

const version = '26.9.27'
const usage = `npm run validate-html -- [options]

Reads the pages of a forum with content on the built server by following their links, as a guest, a member and an admin, some of
each kind, and checks them with the validator of the W3C (vnu ${version}). Ends with code 1 if it finds a mistake that
tests/html/mistakes.ts does not explain. Needs Java 11 or newer. Installs vnu from npm into node_modules/.cache/html at the
first time; after that nothing is downloaded.

  --kind N  pages of each kind and reader; 2 by default`

const { values } = parseArgs({
  options: { kind: { type: 'string', default: '2' }, help: { type: 'boolean' } },
})
const perKind = Number(values.kind)
if (values.help || !Number.isSafeInteger(perKind) || perKind < 1) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}
if (!has('java')) {
  console.error('This needs Java 11 or newer, such as the package default-jre-headless of Debian.')
  process.exit(1)
}

const cache = join(process.cwd(), 'node_modules/.cache/html')
const validator = join(cache, 'node_modules/vnu-jar/build/dist/vnu.jar')

async function install(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: { 'vnu-jar': version } })
  const described = join(cache, 'package.json')
  if (existsSync(validator) && (await readFile(described, 'utf8')) === wanted) return
  await rm(cache, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await writeFile(described, wanted)
  await runIn(cache, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
}

const folder = await mkdtemp(join(tmpdir(), 'folkmoot-html-'))
let mistakes = 0
await install()
const site = await startSite()
try {
  const { start, readers } = await fill(site)
  const pages: Crawled[] = []
  for (const [reader, cookies] of Object.entries(readers))
    pages.push(...(await crawl(site.url, { reader, cookies, start, perKind })))
  const files = await Promise.all(
    pages.map(async ({ html }, at) => {
      const file = join(folder, `${at}.html`)
      await writeFile(file, html)
      return file
    }),
  )
  const kinds = new Set(pages.map(({ kind }) => kind))
  console.log(`${pages.length} pages of ${kinds.size} kinds`)
  const messages = await validate(files)
  const found = mistakesIn(messages, (url) => pages[Number(/(\d+)\.html$/.exec(url)?.[1])])
  mistakes = found.length
  for (const { sentence, on } of found) console.error(`${sentence}\n  ${on.slice(0, 5).join('\n  ')}`)
} finally {
  await site.stop()
}
if (mistakes > 0) console.error(`${mistakes} kinds of mistakes. The pages are in ${folder}.`)
else {
  console.log('All are valid.')
  await rm(folder, { recursive: true })
}
process.exitCode = mistakes > 0 ? 1 : 0

async function validate(files: readonly string[]): Promise<Message[]> {
  const report = join(folder, 'report.json')
  // Its exit code is 1 if it has found something.
  const args = ['-jar', validator, '--format', 'json', '--exit-zero-always', ...files]
  await runIn(folder, 'sh', ['-c', `exec java "$@" 2>${JSON.stringify(report)}`, 'sh', ...args])
  const { messages } = JSON.parse(await readFile(report, 'utf8')) as { messages: Message[] }
  const broken = messages.find(({ type }) => type === 'non-document-error')
  if (broken) throw new Failed(broken.message)
  return messages
}

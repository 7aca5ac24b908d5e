/**
 * Everything that is checked before a change goes in. `--only types,lint,unit,browser` narrows it; other arguments
 * are handed to the test runners, such as the path of a test.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOrGetChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp, root, run } from './lib/project.mjs'

const groups = ['types', 'lint', 'unit', 'browser']

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const chosen = values.only?.split(',') ?? groups
const unknown = chosen.filter((group) => !groups.includes(group))
if (unknown.length > 0) giveUp(`Unknown: ${unknown.join(', ')}. There are: ${groups.join(', ')}.`)

await ensureInstalled({ dev: true })
const scratch = mkdtempSync(join(tmpdir(), 'folkmoot-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** What a check that cannot be divided found. */
const whole = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

const script = (name, ...args) => run(process.execPath, [join(root, 'scripts', name), ...args])

/** @type {{ group: string, name: string, check: () => Promise<{ passed: number, failed: number, remark?: string }> }[]} */
const steps = [
  { group: 'types', name: 'types', check: async () => whole(await run('tsc', ['--noEmit'])) },
  { group: 'lint', name: 'lint', check: async () => whole(await run('biome', ['ci', '.'])) },
  { group: 'lint', name: 'unused code', check: async () => whole(await run('knip', [])) },
  {
    group: 'types',
    name: 'database types',
    check: async () => whole(await script('database-types.mjs', '--check')),
  },
  { group: 'unit', name: 'unit and integration', check: vitest },
  { group: 'browser', name: 'build', check: async () => whole(await script('build.mjs')) },
  { group: 'browser', name: 'browser', check: playwright },
]

const results = []
for (const { name, check } of steps.filter(({ group }) => chosen.includes(group))) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const result = await check()
  results.push({ name, seconds: (Date.now() - startedAt) / 1000, ...result })
}

console.log('')
for (const { name, passed, failed, seconds, remark = '' } of results) {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(22)}${counts} ${seconds.toFixed(1).padStart(7)} s  ${remark}`.trimEnd(),
  )
}
const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0

async function vitest() {
  const report = join(scratch, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', ...reporters, ...positionals], { env: { NODE_ENV: 'test' } })
  if (!existsSync(report)) return { ...whole(1), remark: 'did not run' }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that breaks before its first test has no failed test to count.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length
  return counted(code, { passed: numPassedTests, failed: numFailedTests + broken })
}

async function playwright() {
  const chromium = await findOrGetChromium()
  if ('whatToDo' in chromium) {
    console.error(chromium.whatToDo)
    return { ...whole(1), remark: 'no browser' }
  }
  const report = join(scratch, 'playwright.json')
  const code = await run('playwright', ['test', '--reporter=list,json', ...positionals], {
    env: { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  if (!existsSync(report)) return { ...whole(1), remark: 'did not run' }
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'))
  return counted(code, { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length })
}

/** A runner that ends badly has failed even if every test it counted has passed; and so has one that ran none. */
function counted(code, { passed, failed }) {
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed }
  return { passed, failed: 1, remark: passed === 0 ? 'no test ran' : `ended with code ${code}` }
}

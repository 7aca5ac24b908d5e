/**
 * Runs all checks. `--only types,lint,unit,browser` selects groups; `--long` adds the tests that are marked as long;
 * other arguments, such as the path of a test, go to the test runners.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOrGetChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWith, root, run } from './lib/project.mjs'
import { reportPath } from './lib/vitestReport.mjs'

const groups = ['types', 'lint', 'unit', 'browser']

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, long: { type: 'boolean' } },
  allowPositionals: true,
})
const chosen = values.only?.split(',') ?? groups
const unknown = chosen.filter((group) => !groups.includes(group))
if (unknown.length > 0) exitWith(`Unknown: ${unknown.join(', ')}. There are: ${groups.join(', ')}.`)

await ensureInstalled({ dev: true })
const scratch = mkdtempSync(join(tmpdir(), 'folkmoot-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** For what the tests send to the database. */
const statements = join(scratch, 'statements')
mkdirSync(statements)

/** The result of a check that counts as one test. */
const whole = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

const script = (name, ...args) => run(process.execPath, [join(root, 'scripts', name), ...args])

/** The checks beside the tests take only the time in which these leave a core idle. */
const aside = (command, ...args) => run(command, args, { isLowPriority: true })
const scriptAside = (name, ...args) => aside(process.execPath, join(root, 'scripts', name), ...args)

/** @typedef {{ groups: string[], name: string, check: () => Promise<{ passed: number, failed: number, remark?: string, failures?: string[] }> }} Step */

/**
 * Each keeps one core busy at most, and says little. The checks of types run in one thread: each further one works out the
 * same types again, which takes twice the time of the processor. @type {Step[]}
 */
const small = [
  { groups: ['lint'], name: 'lint', check: async () => whole(await aside('biome', 'ci', '.')) },
  { groups: ['lint'], name: 'layers', check: async () => whole(await scriptAside('layers.mjs')) },
  {
    groups: ['types'],
    name: 'types',
    check: async () => whole(await aside('tsc', '--noEmit', '--singleThreaded')),
  },
  {
    groups: ['types'],
    name: 'database types',
    check: async () => whole(await scriptAside('database-types.mjs', '--check')),
  },
  { groups: ['lint'], name: 'unused code', check: async () => whole(await aside('knip')) },
  {
    groups: ['lint'],
    name: 'lint with types',
    check: async () => whole(await aside('oxlint', '--deny-warnings', '--threads=1')),
  },
  { groups: ['lint'], name: 'dependencies', check: async () => whole(await scriptAside('dependencies.mjs')) },
]

/**
 * Each keeps all cores busy, except where a test waits for processes, and in its end. Some unit tests and all browser tests use what
 * is built. @type {Step[]}
 */
const large = [
  { groups: ['unit', 'browser'], name: 'build', check: async () => whole(await script('build.mjs')) },
  { groups: ['unit'], name: 'unit and integration', check: vitest },
  {
    groups: ['unit'],
    name: 'older databases',
    check: async () => whole(await script('prepare-on-older.mjs', statements)),
  },
  { groups: ['browser'], name: 'browser', check: playwright },
]

const results = []

/** Runs the chosen steps one after the other. */
async function runSteps(steps) {
  for (const step of steps.filter(({ groups }) => groups.some((group) => chosen.includes(group)))) {
    console.log(`\n── ${step.name}`)
    const startedAt = Date.now()
    const result = await step.check()
    results.push({ name: step.name, seconds: (Date.now() - startedAt) / 1000, ...result })
  }
}

await Promise.all([runSteps(small), runSteps(large)])

// Last, so that they are also in the end of a long log.
for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`\n✗ ${failure}`)
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
  let errors = ''
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/vitestReport.mjs')}`]
  const leftOut = values.long ? [] : ['--tags-filter=!long']
  const code = await run('vitest', ['run', ...leftOut, ...reporters, ...positionals], {
    env: { [reportPath]: report, STATEMENTS_FOLDER: statements },
    onError: (text) => {
      errors = (errors + text).slice(-4000)
    },
  })
  if (!existsSync(report)) return { ...whole(1), remark: 'did not run' }
  const { passed, failures } = JSON.parse(readFileSync(report, 'utf8'))
  // Such as an error while the runner ends.
  if (code !== 0 && failures.length === 0) failures.push(`ended with code ${code}\n${errors}`)
  return { failures, ...counted(code, { passed, failed: failures.length }) }
}

async function playwright() {
  const chromium = await findOrGetChromium({ headlessShell: true })
  if ('instructions' in chromium) {
    console.error(chromium.instructions)
    return { ...whole(1), remark: 'no browser' }
  }
  const report = join(scratch, 'playwright.json')
  const leftOut = values.long ? [] : ['--grep-invert=@long']
  const code = await run('playwright', ['test', '--reporter=list,json', ...leftOut, ...positionals], {
    env: { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  if (!existsSync(report)) return { ...whole(1), remark: 'did not run' }
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'))
  return counted(code, { passed: stats.expected, failed: stats.unexpected + errors.length })
}

/** A runner that exits with an error, or that ran no test, counts as a failure even if no test failed. */
function counted(code, { passed, failed }) {
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed }
  return { passed, failed: 1, remark: passed === 0 ? 'no test ran' : `ended with code ${code}` }
}

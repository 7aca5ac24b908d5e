/**
 * Prepares statements on each supported version of PostgreSQL: those of all `.sql` files, and those that tests have sent, from
 * the files in the folder that is named (see tests/support/recordStatements.ts). What the newest version prepares, each older one
 * has to prepare, too.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { exitWith } from './lib/project.mjs'
import { exampleStatements } from './lib/sqlStatements.mjs'
import { withTypeScript } from './lib/typescript.mjs'

const [folder] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'folkmoot-older-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const recorded = folder ? readdirSync(folder).flatMap((name) => linesOf(join(folder, name))) : []
const statements = [...new Set([...exampleStatements(), ...recorded])].filter(isPreparable)

await withTypeScript(async (load) => {
  const { olderVersions, startVersion } = await load('tests/support/olderPostgres.ts')
  const { testedPostgres } = await load('server/config.ts')
  const refusals = async (major) => {
    const started = await startVersion(major, join(scratch, String(major)))
    try {
      return await refusedStatements(started.connection)
    } finally {
      await started.close()
    }
  }
  const known = await refusals(testedPostgres.newest)
  let failed = 0
  for (const major of olderVersions) {
    const refused = await refusals(major)
    for (const [text, message] of refused) {
      if (known.has(text)) continue
      failed++
      console.error(`\nPostgreSQL ${major}: ${message}\n${text}`)
    }
  }
  if (failed > 0) exitWith(`\n${failed} statements need a newer PostgreSQL.`)
  console.log(
    `${statements.length - known.size} statements are prepared by PostgreSQL ${olderVersions.join(' and ')}, too.`,
  )
})

/** @returns the message for each statement that this PostgreSQL does not prepare. */
async function refusedStatements(connection) {
  const refused = new Map()
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const text of statements) {
      try {
        await client.query(`prepare tried as ${text}`)
        await client.query('deallocate tried')
      } catch (error) {
        refused.set(text, error.message)
      }
    }
  } finally {
    await client.end()
  }
  return refused
}

/** Whether a text is one statement: the second of two would be executed. */
function isPreparable(text) {
  return !text.includes(';') && /^\s*(select|with|insert|update|delete|merge|values)\b/i.test(text)
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

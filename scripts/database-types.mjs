/**
 * Writes, from a database with all migrations, server/platform/database/tables.ts (the types of the schema), schema.sql beside it
 * (the schema as it is), and beside each statement's `.sql` file the module with its text and the types of its parameters and rows. With `--check` it only compares,
 * and fails when a file is not what it would write.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { columnChoices, withChoices } from './lib/columnChoices.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWith, root, run } from './lib/project.mjs'
import { schemaText } from './lib/schemaText.mjs'
import { statementModules } from './lib/sqlStatements.mjs'
import { withTypeScript } from './lib/typescript.mjs'

const checking = process.argv.includes('--check')
const tablesFile = 'server/platform/database/tables.ts'
const schemaFile = 'server/platform/database/schema.sql'

await ensureInstalled({ dev: true })
const scratch = mkdtempSync(join(tmpdir(), 'folkmoot-types-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const files = await withTypeScript(generate)
const changed = [...files].filter(([file, text]) => contentOf(file) !== text)
if (checking && changed.length > 0)
  exitWith(`Not up to date: ${changed.map(([file]) => file).join(', ')}. Run: npm run database-types`)
for (const [file, text] of changed) writeFileSync(join(root, file), text)
console.error(
  checking
    ? `${files.size} files match the migrations and statements.`
    : `Wrote ${changed.length} of ${files.size} files.`,
)

function contentOf(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null
}

/** The content of each file by its path. */
async function generate(load) {
  const { startPrivatePostgres } = await load('server/platform/database/privatePostgres.ts')
  const { openDatabase } = await load('server/platform/database/connection.ts')
  const { migrate } = await load('server/platform/database/migrate.ts')
  const postgres = await startPrivatePostgres({ dataDir: join(scratch, 'data'), disposable: true })
  try {
    const { connection } = postgres
    const database = openDatabase(connection, { connections: 1 })
    await migrate(database.db)
      .then(() => runMigrations({ pgPool: database.pool }))
      .finally(() => database.close())
    const tables = await tableTypes(connection)
    const client = new pg.Client(connection)
    await client.connect()
    try {
      return new Map([
        [tablesFile, withChoices(tables, await columnChoices(client))],
        [schemaFile, await schemaText(client)],
        ...(await statementModules(client)),
      ])
    } finally {
      await client.end()
    }
  } catch (error) {
    return exitWith(error.message)
  } finally {
    await postgres.close()
  }
}

async function tableTypes({ user, database, host }) {
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  const target = join(scratch, 'tables.ts')
  const flags = ['--dialect', 'postgres', '--url', url, '--out-file', target]
  const code = await run('kysely-codegen', [...flags, '--exclude-pattern', '{graphile_worker.*,kysely_*}'], {
    quiet: true,
  })
  if (code !== 0) throw new Error('kysely-codegen could not read the schema; its messages are above.')
  return readFileSync(target, 'utf8')
}

/**
 * Writes server/database/tables.ts, the types of the schema, from a database made by the migrations. With `--check`
 * it only compares, and fails when the file is not what it would write.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp, root, run } from './lib/project.mjs'
import { withTypeScript } from './lib/typescript.mjs'

const checking = process.argv.includes('--check')
const typesFile = join(root, 'server/database/tables.ts')

await ensureInstalled({ dev: true })
const scratch = mkdtempSync(join(tmpdir(), 'folkmoot-types-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const target = checking ? join(scratch, 'tables.ts') : typesFile
const code = await withTypeScript((load) => generate(load, target))
if (code !== 0) giveUp('kysely-codegen could not read the schema; its messages are above.')
if (checking && readFileSync(target, 'utf8') !== readFileSync(typesFile, 'utf8')) {
  giveUp('server/database/tables.ts does not match the migrations. Run: npm run database-types')
}
console.error(
  checking ? 'server/database/tables.ts matches the migrations.' : 'Wrote server/database/tables.ts.',
)

async function generate(load, target) {
  const { startPrivatePostgres } = await load('server/database/private-postgres.ts')
  const { openDatabase } = await load('server/database/connection.ts')
  const { migrate } = await load('server/database/migrate.ts')
  const postgres = await startPrivatePostgres({ dataDir: join(scratch, 'data'), disposable: true })
  try {
    const { connection } = postgres
    const database = openDatabase(connection, { connections: 1 })
    await migrate(database.db).finally(() => database.close())
    const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`
    const flags = [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      target,
      '--exclude-pattern',
      '{graphile_worker.*,kysely_*}',
    ]
    return await run('kysely-codegen', flags, { quiet: true })
  } finally {
    await postgres.close()
  }
}

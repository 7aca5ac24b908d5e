/**
 * Runs the unit and integration tests on each major version of PostgreSQL that the program supports, or on the one in
 * POSTGRES_BINARIES alone. `--only 16,17` selects versions, `--long` adds the tests that are marked as long; other arguments go to
 * vitest.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { exitWith, root, run } from './lib/project.mjs'
import { withTypeScript } from './lib/typescript.mjs'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, long: { type: 'boolean' } },
  allowPositionals: true,
})

await ensureInstalled({ dev: true })
if ((await run(process.execPath, [join(root, 'scripts/build.mjs')])) !== 0) exitWith('The build failed.')
const installed = process.env.POSTGRES_BINARIES
const versions = installed ? [{ name: installed, folder: installed }] : await withTypeScript(packagedVersions)
const leftOut = values.long ? [] : ['--tags-filter=!long']
const failed = []
for (const { name, folder } of versions) {
  console.log(`\n── ${name}`)
  const code = await run('vitest', ['run', ...leftOut, ...positionals], {
    env: { POSTGRES_BINARIES: folder },
  })
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) exitWith(`Failed: ${failed.join(', ')}`)
console.log(`All passed on ${versions.map(({ name }) => name).join(', ')}.`)

/** The supported versions for which there are npm packages. */
async function packagedVersions(load) {
  const { testedPostgres } = await load('server/config.ts')
  const { olderVersions, postgresFolder } = await load('tests/support/olderPostgres.ts')
  return [...olderVersions, testedPostgres.newest]
    .filter((major) => !values.only || values.only.split(',').includes(String(major)))
    .map((major) => ({ name: `PostgreSQL ${major}`, folder: postgresFolder(major) }))
}

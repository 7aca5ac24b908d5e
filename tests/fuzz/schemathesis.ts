import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { startServer } from '../browser/support/server.ts'
import { newActors } from './actors.ts'

/** Another judge of the same description: its requests and its checks are not ours. */
const version = '4.32.5'

const roles = ['guest', 'member', 'moderator', 'admin'] as const
type Role = (typeof roles)[number]

const usage = `npm run schemathesis -- [options]

Runs schemathesis ${version} against the built server and its description of the API, as ${roles.join(', ')}. Ends with
code 1 if an answer is a server error, has a status, type or shape that the description does not name, or accepts input
that it forbids. Needs Python 3.10 or newer with venv; the package is installed to node_modules/.cache.

  --examples N  at most this many cases per call, role and phase; 100 by default
  --role NAME   only this role
  --seed S      an integer; 1 by default`

/**
 * What a role must not call, because the calls after it would then prove nothing: the session or account ends, or the
 * site stops answering everyone.
 */
const endings = ['login', 'deleteUser', 'endSessions', 'updateSiteSettings', 'createIpBlock']

/** Everything that it installs and leaves is here. */
const cwd = join(process.cwd(), 'node_modules/.cache')

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '100' },
    role: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
})
const isRole = (name: string): name is Role => roles.some((role) => role === name)
const examples = Number(values.examples)
const seed = Number(values.seed)
const isValid =
  Number.isSafeInteger(examples) &&
  examples > 0 &&
  Number.isSafeInteger(seed) &&
  (values.role === undefined || isRole(values.role))
if (values.help || !isValid) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

const program = await installed()
let failed = 0
for (const role of values.role && isRole(values.role) ? [values.role] : roles)
  if ((await testAs(role)) !== 0) failed += 1
process.exitCode = failed > 0 ? 1 : 0

/** Tests a server of its own, because what an admin does would change what a guest gets. */
async function testAs(role: Role): Promise<number> {
  console.log(`\nAs ${role}`)
  const server = await startServer()
  try {
    const { session } = await loadSecrets(server.db)
    const actors = await newActors(server.db, session, 1)
    return await run(program, [
      ...['run', `${server.url}/api/openapi.json`, '--no-color'],
      ...['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing,stateful'],
      ...['--max-examples', String(examples), '--seed', String(seed)],
      ...[
        '--continue-on-failure',
        '--generation-database',
        'none',
        '--request-timeout',
        '60',
        '--workers',
        '2',
      ],
      ...endings.flatMap((name) => ['--exclude-operation-id', name]),
      // A stream without an end.
      ...['--exclude-path', '/api/_events'],
      ...Object.entries(actors[role]).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ])
  } finally {
    await server.stop()
  }
}

/** @returns the path of the installed program. */
async function installed(): Promise<string> {
  const folder = join(cwd, `schemathesis-${version}`)
  const path = join(folder, 'bin/schemathesis')
  if (existsSync(path)) return path
  const made =
    (await run('python3', ['-m', 'venv', folder])) ||
    (await run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]))
  if (made !== 0)
    throw new Error('schemathesis could not be installed; see above. Debian needs python3-venv.')
  return path
}

/** Runs a program with this terminal, and returns its exit code. */
function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // It leaves a folder with its findings where it runs.
    const child = spawn(command, args, { stdio: 'inherit', cwd })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

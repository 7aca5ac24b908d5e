import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ApiDocument } from '../../contract/apiDocument.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { startServer } from '../browser/support/server.ts'
import { newActors } from '../fuzz/actors.ts'
import { Failed, has, runIn } from './run.ts'
import { typedExamples } from './typedExamples.ts'

const versions = {
  generator: '7.26.0',
  npm: {
    'openapi-typescript': '7.13.0',
    '@hey-api/openapi-ts': '0.95.0',
    '@types/node': '20.19.43',
    axios: '1.21.1',
    typescript: '5.9.3',
  },
} as const

const names = [
  'python',
  'typescript-fetch',
  'typescript-axios',
  'go',
  'rust',
  'openapi-typescript',
  'hey-api',
] as const
type Name = (typeof names)[number]

const usage = `npm run clients -- [options]

Makes clients of the API with generators that others use, from the description that the built server sends, and compiles
them: ${names.join(', ')}. Those of Python and typescript-fetch
sign up at a server of their own, post, comment, vote and read it again. All recorded answers are read with the client
of Python, and checked against the types of openapi-typescript. Ends with code 1 if anything fails; what needs a
program that is not here is skipped. Needs Python 3.10 or newer with venv, Java 11 or newer for openapi-generator
${versions.generator}, and Go and Cargo for their clients. Installs from PyPI, npm, the Go module proxy and crates.io into
node_modules/.cache/clients.

  --only NAME  only this client`

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
const isName = (name: string): name is Name => names.some((known) => known === name)
if (values.help || (values.only !== undefined && !isName(values.only))) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

/** What is installed stays for the next time. */
const cache = join(process.cwd(), 'node_modules/.cache/clients')
/** The clients. They are not in the cache, because TypeScript compiles no imports in a folder named `node_modules`. */
const made = await mkdtemp(join(tmpdir(), 'folkmoot-clients-'))
const sources = join(process.cwd(), 'tests/clients')
const description = join(made, 'openapi.json')
const venv = join(cache, `python-${versions.generator}`)
const python = join(venv, 'bin/python')
const npm = join(cache, 'npm')
const program = (name: string) => join(npm, 'node_modules/.bin', name)
const compilerOptions = ['--strict', '--target', 'es2022', '--module', 'commonjs', '--outDir', 'js']

/** How a client is made, and what proves that it works. */
interface Client {
  /** Programs without which it is skipped. */
  readonly needs: readonly string[]
  make(folder: string): Promise<void>
  /** Throws if the client does not compile. */
  compile(folder: string): Promise<void>
  /** Uses it. @returns what it did, in a few words. */
  use?(folder: string): Promise<string>
}

const server = await startServer({ CAPTCHA: 'pow' })
let failed = 0
try {
  const document = await described(server.url)
  const actors = await newActors(server.db, (await loadSecrets(server.db)).session, 1)
  const clients = clientsOf({ document, url: server.url, admin: actors.admin })
  for (const name of values.only && isName(values.only) ? [values.only] : names)
    if (!(await prove(name, clients[name]))) failed += 1
} finally {
  await server.stop()
}
if (failed > 0) console.error(`What was made is in ${made}.`)
else await rm(made, { recursive: true })
process.exitCode = failed > 0 ? 1 : 0

/** Takes the description from the server, as every program gets it. */
async function described(url: string): Promise<ApiDocument> {
  const answer = await fetch(`${url}/api/openapi.json`)
  const text = await answer.text()
  await writeFile(description, text)
  return JSON.parse(text)
}

/** @returns whether the client works, or cannot be made here. */
async function prove(name: Name, { needs, make, compile, use }: Client): Promise<boolean> {
  const missing = needs.filter((program) => !has(program))
  if (missing.length > 0) {
    console.log(`${name}: skipped, because there is no ${missing.join(' and no ')} here`)
    return true
  }
  const folder = join(made, name)
  await mkdir(folder)
  const started = performance.now()
  try {
    await make(folder)
    await compile(folder)
    const used = await use?.(folder)
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${name}: made and compiled${used ? `; ${used}` : ''} (${seconds} s)`)
    return true
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    console.error(`${name}: ${error.message}`)
    return false
  }
}

interface Given {
  readonly document: ApiDocument
  readonly url: string
  /** The headers of an admin’s requests. */
  readonly admin: Readonly<Record<string, string>>
}

function clientsOf({ document, url, admin }: Given): Record<Name, Client> {
  const generated = (generator: string, ...needs: readonly string[]) => ({
    needs: ['python3', 'java', ...needs],
    async make(folder: string) {
      await installGenerator()
      const generate = ['generate', '-i', description, '-g', generator, '-o', folder]
      await runIn(folder, join(venv, 'bin/openapi-generator-cli'), generate)
    },
  })
  const compileFrom = (entry: string) => async (folder: string) => {
    await installPackages()
    await symlink(join(npm, 'node_modules'), join(folder, 'node_modules'))
    await runIn(folder, program('tsc'), [...compilerOptions, entry])
  }
  return {
    python: {
      ...generated('python'),
      async compile(folder) {
        await runIn(folder, python, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'])
        await runIn(folder, python, ['-m', 'compileall', '-q', 'openapi_client'])
      },
      use: (folder) =>
        runIn(folder, python, [join(sources, 'use.py'), description, url, JSON.stringify(admin)], {
          PYTHONPATH: folder,
        }),
    },
    'typescript-fetch': {
      ...generated('typescript-fetch'),
      compile: compileFrom('index.ts'),
      use: (folder) =>
        runIn(folder, process.execPath, [join(sources, 'use.mjs'), join(folder, 'js/index.js'), url]),
    },
    'typescript-axios': { ...generated('typescript-axios'), compile: compileFrom('index.ts') },
    go: {
      ...generated('go', 'go'),
      async compile(folder) {
        await runIn(folder, 'go', ['mod', 'tidy'])
        await runIn(folder, 'go', ['build', './...'])
      },
    },
    rust: {
      ...generated('rust', 'cargo'),
      async compile(folder) {
        await runIn(folder, 'cargo', ['check', '--quiet'], { CARGO_TARGET_DIR: join(cache, 'cargo') })
      },
    },
    'openapi-typescript': {
      needs: [],
      async make(folder) {
        await installPackages()
        await runIn(folder, program('openapi-typescript'), [description, '-o', 'schema.ts'])
      },
      async compile(folder) {
        await writeFile(join(folder, 'examples.ts'), typedExamples(document))
        await compileFrom('examples.ts')(folder)
      },
    },
    'hey-api': {
      needs: [],
      async make(folder) {
        await installPackages()
        await runIn(folder, program('openapi-ts'), ['-i', description, '-o', 'client'])
      },
      compile: compileFrom('client/index.ts'),
    },
  }
}

/** openapi-generator, whose package on PyPI has its program for Java. */
async function installGenerator(): Promise<void> {
  if (existsSync(join(venv, 'bin/openapi-generator-cli'))) return
  await mkdir(cache, { recursive: true })
  await runIn(cache, 'python3', ['-m', 'venv', venv])
  await runIn(cache, python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    `openapi-generator-cli==${versions.generator}`,
  ])
}

/** The generators that are npm packages, and what clients need to compile. */
async function installPackages(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: versions.npm })
  const installed = join(npm, 'installed')
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === wanted) return
  await rm(npm, { recursive: true, force: true })
  await mkdir(npm, { recursive: true })
  await writeFile(join(npm, 'package.json'), wanted)
  await runIn(npm, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
  await writeFile(installed, wanted)
}

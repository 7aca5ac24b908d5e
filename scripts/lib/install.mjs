import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exitWith, root, run } from './project.mjs'

/**
 * Installs the packages of package-lock.json unless all of them are installed.
 *
 * @param {{ dev: boolean }} needs whether development dependencies are needed too. They are never removed.
 */
export async function ensureInstalled({ dev }) {
  refuseOldNode()
  const lock = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (lock && installed && hasEverything(lock, installed, { dev })) return
  if (!lock && installed) return
  // npm would empty the target of the link, which may belong to another checkout.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    exitWith(
      'node_modules is a link, and packages are missing. Install the packages in the target of the link.',
    )
  const withDev = dev || Object.values(installed?.packages ?? {}).some((entry) => entry.dev)
  console.error(`Installing packages${withDev ? ', with development dependencies' : ''} …`)
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const patience = setInterval(
    () => console.error(`Still installing after ${seconds()} s. Ctrl-C ends it.`),
    reportEveryMs,
  )
  let said = ''
  const code = await runNpm(
    [lock ? 'ci' : 'install', ...installFlags, withDev ? '--include=dev' : '--omit=dev'],
    (text) => {
      said = (said + text).slice(-20_000)
    },
  )
  clearInterval(patience)
  if (code !== 0) exitWith(whyNpmFailed(said))
  console.error(`Installed in ${seconds()} s.`)
}

const reportEveryMs = 15_000

/** How npm installs. It gives up in time where nothing answers, and no version of it runs install scripts; none is needed. */
export const installFlags = [
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--loglevel=error',
  '--fetch-timeout=120000',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=10000',
]

/**
 * Why npm could not install the packages, and what to do.
 *
 * @param {string} said what npm wrote to standard error.
 * @returns {string} a sentence or two.
 */
export function whyNpmFailed(said) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/.exec(
      said,
    )?.[1]
  if (network)
    return `npm could not reach the registry of packages (${network}). Check the internet connection, and the address that "npm config get registry" says; then start again. A release needs no npm.`
  if (/\bENOSPC\b/.test(said)) return 'The disk is full. Make room, and start again.'
  return 'npm could not install the packages; its messages are above.'
}

/**
 * Whether npm's record of installed packages has every package of the lock file in its version. Optional packages
 * are required when they are only for this platform, such as PostgreSQL and the bundler, and when the package that needs them is.
 */
export function hasEverything(lock, installed, { dev }) {
  const entries = Object.entries(lock.packages)
  const isDevelopment = (entry) => entry.dev || entry.devOptional
  const brought = new Set(
    entries.flatMap(([, entry]) =>
      dev || !isDevelopment(entry) ? Object.keys(entry.optionalDependencies ?? {}) : [],
    ),
  )
  return entries.every(([path, entry]) => {
    if (path === '' || entry.link) return true
    if (entry.dev && !dev) return true
    if (entry.optional || entry.devOptional) {
      // npm does not mark as `dev` what only an optional package for development brings, such as the compiler.
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      if (!isForThisMachine(entry) || !brought.has(name)) return true
    }
    return installed.packages[path]?.version === entry.version
  })
}

function isForThisMachine({ os, cpu, libc, dev, devOptional }) {
  if (!os || !cpu || libc || dev || devOptional) return false
  return os.includes(process.platform) && cpu.includes(process.arch)
}

/** Exits if this Node cannot run the program. */
export function refuseOldNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '')
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  exitWith(
    `Folkmoot needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  )
}

/** Runs the npm that has started this script, otherwise the one in PATH. */
function runNpm(args, onError) {
  const npm = process.env.npm_execpath
  if (npm && basename(npm) === 'npm-cli.js') return run(process.execPath, [npm, ...args], { onError })
  return run('npm', args, { onError })
}

function readJson(name) {
  const path = join(root, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

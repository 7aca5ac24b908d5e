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
  // No version of npm runs install scripts then. None is needed.
  const flags = [
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    withDev ? '--include=dev' : '--omit=dev',
  ]
  const startedAt = Date.now()
  const code = await runNpm([lock ? 'ci' : 'install', ...flags])
  if (code !== 0) exitWith('npm could not install the packages; its messages are above.')
  console.error(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
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
function runNpm(args) {
  const npm = process.env.npm_execpath
  if (npm && basename(npm) === 'npm-cli.js') return run(process.execPath, [npm, ...args])
  return run('npm', args)
}

function readJson(name) {
  const path = join(root, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

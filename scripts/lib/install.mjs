import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { giveUp, root, run } from './project.mjs'

/**
 * Installs the packages that package-lock.json names, unless they are all there.
 *
 * @param {{ dev: boolean }} needs whether the tools for development are needed too. They are never taken away.
 */
export async function ensureInstalled({ dev }) {
  refuseOldNode()
  const lock = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (lock && installed && hasEverything(lock, installed, { dev })) return
  if (!lock && installed) return
  // npm would empty the folder that the link leads to, which belongs to somebody else.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    giveUp('node_modules is a link, and not everything is there. Please install the packages where it leads.')
  const withDev = dev || Object.values(installed?.packages ?? {}).some((entry) => entry.dev)
  console.error(`Installing packages${withDev ? ', with the tools for development' : ''} …`)
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', withDev ? '--include=dev' : '--omit=dev']
  const startedAt = Date.now()
  const code = await runNpm([lock ? 'ci' : 'install', ...flags])
  if (code !== 0) giveUp('npm could not install the packages; its messages are above.')
  console.error(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/**
 * Says whether npm's own record of what it installed has every package of the lock file in its version. Optional
 * packages count when they are made for this machine alone: PostgreSQL and the bundler come that way.
 */
export function hasEverything(lock, installed, { dev }) {
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    if (entry.dev && !dev) return true
    if ((entry.optional || entry.devOptional) && !isForThisMachine(entry)) return true
    return installed.packages[path]?.version === entry.version
  })
}

function isForThisMachine({ os, cpu, libc, dev, devOptional }) {
  if (!os || !cpu || libc || dev || devOptional) return false
  return os.includes(process.platform) && cpu.includes(process.arch)
}

function refuseOldNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '')
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  giveUp(`Folkmoot needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`)
}

/** The npm that runs us, if one does; else the one in the path. */
function runNpm(args) {
  const npm = process.env.npm_execpath
  if (npm && basename(npm) === 'npm-cli.js') return run(process.execPath, [npm, ...args])
  return run('npm', args)
}

function readJson(name) {
  const path = join(root, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

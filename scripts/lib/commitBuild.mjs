import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasEverything } from './install.mjs'
import { exitWith, root, run } from './project.mjs'

/**
 * Builds a commit in a worktree in a temporary folder. Uses the installed packages if they match, and installs its own
 * otherwise.
 *
 * @param {string} commit as git names it.
 * @returns {Promise<{ path: string, remove: () => void }>} the folder of its package.json.
 */
export async function buildCommit(commit) {
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root })
  if (known.status !== 0) exitWith(`git knows no commit "${commit}".`)
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  const path = join(folder, 'version')
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    spawnSync('git', ['worktree', 'prune'], { cwd: root })
  }
  process.once('exit', remove)
  // The default handlers would not run the listeners of `exit`.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', path, String(known.stdout).trim()], {
    cwd: root,
  })
  if (
    hasEverything(readLock(path, 'package-lock.json'), readLock(root, 'node_modules/.package-lock.json'), {
      dev: false,
    })
  )
    symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  console.error(`Building ${commit} …`)
  if ((await run(process.execPath, [join(path, 'scripts/build.mjs')])) !== 0)
    exitWith(`${commit} could not be built; the reason is above.`)
  return { path, remove }
}

const readLock = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

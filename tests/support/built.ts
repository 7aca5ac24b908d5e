import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The folders of the built programs, and of what browsers get. */
export const built = { programs: join(root, 'dist/server'), web: join(root, 'dist/web') }

/** Builds both, unless the build is up to date. */
export function ensureBuilt(): void {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root })
}

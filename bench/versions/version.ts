import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A built version of the program. */
export interface Version {
  /** In reports. */
  readonly name: string
  /** The folder of its package.json. */
  readonly root: string
}

/** The folders that determine which data a version stores and how its answers look, wherever they are in the tree. */
const decisiveFolders = /\/(migrations|import|entities)\//

/** A hash of what determines the data of a version: its migrations, its import, and the form of its answers. */
export function dataFingerprint({ root }: Version): string {
  const hash = createHash('sha256')
  const files = ['server', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const file of files.filter((path) => decisiveFolders.test(path.slice(root.length))).sort())
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Disk } from './metrics.ts'

/** Free space where the data are, and where the backups are, if that folder exists. */
export async function findDisks({
  dataDir,
  backupDir,
  backupBucket,
}: Pick<Config, 'dataDir' | 'backupDir' | 'backupBucket'>): Promise<Disk[]> {
  const folders: [Disk['place'], string][] = [
    ['data', dataDir],
    ...(backupDir && !backupBucket ? ([['backups', backupDir]] as [Disk['place'], string][]) : []),
  ]
  const found = await Promise.all(
    folders.map(([place, folder]) =>
      statfs(folder).then(
        ({ bavail, blocks, bsize }): Disk[] => [
          { place, freeBytes: bavail * bsize, totalBytes: blocks * bsize },
        ],
        () => [],
      ),
    ),
  )
  return found.flat()
}

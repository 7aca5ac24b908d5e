import { dirname } from 'node:path'
import type { ClientConfig } from 'pg'
import { testedPostgres } from '../../server/config.ts'
import { postgresAccount, preparePackage } from '../../server/platform/database/postgresBinaries.ts'
import { startPrivatePostgres } from '../../server/platform/database/privatePostgres.ts'
import olderPackages from '../olderPostgres/package.json' with { type: 'json' }
import { migrateAll, scratchRoot } from './cluster.ts'

const packageOf = (major: number) => `postgres-${major}-${process.platform}-${process.arch}`

/** The supported major versions before the newest, as far as there are packages for this machine. */
export const olderVersions: readonly number[] = Array.from(
  { length: testedPostgres.newest - testedPostgres.oldest },
  (_, index) => testedPostgres.oldest + index,
).filter((major) => packageOf(major) in olderPackages.optionalDependencies)

/** The folder of this version, as POSTGRES_BINARIES names it. @throws CannotStart if its package is not installed. */
export function postgresFolder(major: number): string {
  const { postgres } = preparePackage(postgresAccount(), {
    fallbackFolder: scratchRoot(),
    ...(major < testedPostgres.newest && { packageName: packageOf(major) }),
  })
  return dirname(dirname(postgres))
}

/** Starts this version with a migrated, empty database. */
export async function startVersion(
  major: number,
  dataDir: string,
): Promise<{ connection: ClientConfig; close(): Promise<void> }> {
  const binaries = postgresFolder(major)
  const { connection, close } = await startPrivatePostgres({ dataDir, binaries, disposable: true })
  await migrateAll(connection)
  return { connection, close }
}

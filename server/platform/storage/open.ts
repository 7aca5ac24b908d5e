import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type ArchiveStore, bucketArchives, folderArchives } from './archives.ts'
import { diskStore } from './disk.ts'
import { type S3Place, s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

/** Path inside the data directory. */
export const imagesFolder = 'images'

/** The storage that the configuration names: a bucket, or else a folder in the data directory. */
export async function openFileStore(config: Config): Promise<FileStore> {
  if (!config.s3Bucket) return diskStore(join(config.dataDir, imagesFolder))
  return s3Store(placeOf(config, { bucket: config.s3Bucket, prefix: config.s3Prefix }))
}

/** The place of the backups that the configuration names: a bucket, or else a folder. */
export async function openBackupStore(config: Config): Promise<ArchiveStore> {
  if (!config.backupBucket) return folderArchives(config.backupDir || join(config.dataDir, 'backups'))
  return bucketArchives(placeOf(config, { bucket: config.backupBucket, prefix: config.backupPrefix }))
}

const placeOf = (config: Config, part: Pick<S3Place, 'bucket' | 'prefix'>): S3Place => ({
  endpoint: config.s3Endpoint?.href ?? '',
  region: config.s3Region,
  accessKeyId: config.s3AccessKeyId,
  secretAccessKey: config.s3SecretAccessKey,
  ...part,
})

import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

/** The storage that the configuration names: a bucket, or else a folder in the data directory. */
export async function openFileStore(config: Config): Promise<FileStore> {
  if (!config.s3Bucket) return diskStore(join(config.dataDir, 'images'))
  return s3Store({
    endpoint: config.s3Endpoint?.href ?? '',
    region: config.s3Region,
    bucket: config.s3Bucket,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    prefix: config.s3Prefix,
  })
}

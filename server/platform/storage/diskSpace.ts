import { statfs } from 'node:fs/promises'

/** Watches whether there is enough free space to store something new. */
export interface DiskSpace {
  /** Whether less than the reserve is free. */
  isShort(): boolean
  close(): void
}

const checkMs = 10_000
const bytesPerMib = 1024 * 1024

/**
 * Watches the free space of the disk that holds a folder. On a completely full disk, PostgreSQL can neither answer queries nor start,
 * so a reserve stays free.
 *
 * @param options.reserveMib the reserve in MiB; 0 for none.
 * @param options.log receives messages for the operator.
 */
export async function watchDiskSpace(options: {
  folder: string
  reserveMib: number
  log: (line: string) => void
}): Promise<DiskSpace> {
  const { folder, reserveMib, log } = options
  let isShort = false
  const check = async () => {
    const { bavail, bsize } = await statfs(folder)
    const freeMib = Math.floor((bavail * bsize) / bytesPerMib)
    if (freeMib < reserveMib !== isShort)
      log(
        isShort
          ? `There is enough space on the disk of ${folder} again: ${freeMib} MiB.`
          : `Only ${freeMib} MiB are free on the disk of ${folder}. Nothing new is stored until there are ${reserveMib} (DISK_RESERVE_MIB).`,
      )
    isShort = freeMib < reserveMib
  }
  if (reserveMib === 0) return { isShort: () => false, close: () => {} }
  await check()
  const timer = setInterval(() => {
    check().catch((error: Error) => log(`The free space of ${folder} is not known: ${error.message}`))
  }, checkMs).unref()
  return { isShort: () => isShort, close: () => clearInterval(timer) }
}

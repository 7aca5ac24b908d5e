import { statfs } from 'node:fs/promises'

/** Whether there is room left for new things. */
export interface DiskSpace {
  /** Whether less than the reserve is free. */
  isShort(): boolean
  close(): void
}

const checkMs = 5000
const bytesPerMib = 1024 * 1024

/**
 * Watches the free space of the disk that holds a folder. PostgreSQL cannot even answer questions on a disk that is quite full, and
 * does not start there, so the last part of it stays reserved.
 *
 * @param options.reserveMib free space in MiB below which it is short; 0 for never.
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
          ? `There is room on the disk of ${folder} again: ${freeMib} MiB.`
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

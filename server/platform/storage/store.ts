import type { Readable } from 'node:stream'

/** Where a file lies: what belongs together shares a folder. Both are names of our own making, never a client's. */
export interface FilePath {
  /** One or more words joined by slashes, each of `[0-9A-Za-z_-]`. */
  readonly folder: string
  /** `[0-9A-Za-z_.-]` without a dot in front. */
  readonly name: string
}

export interface StoredFile {
  /** In bytes. */
  readonly size: number
  /** Must be read to its end or destroyed. */
  readonly content: Readable
}

/** Keeps the files of the forum; PostgreSQL keeps every fact about them. */
export interface FileStore {
  /** Stores a file in place of an older one; others see all of it or nothing. It has reached the disk afterwards. */
  put(place: FilePath, bytes: Buffer): Promise<void>
  /** The same with a file of this machine, however large; it stays where it is. */
  putFile(place: FilePath, path: string): Promise<void>
  /** Opens a file for reading; null when there is none. */
  open(place: FilePath): Promise<StoredFile | null>
  has(place: FilePath): Promise<boolean>
  /**
   * Deletes a folder with everything in it, one file before all others: who then still finds that one can rely on the
   * whole. A folder that is not there counts as deleted.
   */
  deleteFolder(folder: string, options: { first: string }): Promise<void>
  /** Lets go of connections. */
  close(): Promise<void>
}

/** @throws Error for a place that would lead out of the store; ours are checked when they are made. */
export function checkFilePath({ folder, name }: FilePath): void {
  const isSafe =
    /^[0-9A-Za-z_-]+(\/[0-9A-Za-z_-]+)*$/.test(folder) && /^[0-9A-Za-z_-][0-9A-Za-z_.-]*$/.test(name)
  if (!isSafe) throw new Error('not a place in the file store')
}

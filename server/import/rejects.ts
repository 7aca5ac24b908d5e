import { once } from 'node:events'
import { createWriteStream, rmSync, type WriteStream } from 'node:fs'

/**
 * A rejected line: its record as JSON text, or the line as `text` when it is not JSON. A rejects file is valid input
 * for another import.
 */
type Reject = {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly reason: string
} & ({ readonly record: string } | { readonly text: string })

export interface RejectFiles {
  /** Number of rejected lines, by reason. */
  readonly counts: ReadonlyMap<string, number>
  write(path: string, reject: Reject): Promise<void>
  /** @returns the files that were written; an empty list at the second call. */
  close(): Promise<string[]>
}

/**
 * Writes rejects. Deletes the files of an earlier run, and creates a file only for its first reject.
 *
 * @param paths all files that may be written to.
 */
export function openRejectFiles(paths: readonly string[]): RejectFiles {
  for (const path of paths) rmSync(path, { force: true })
  const streams = new Map<string, WriteStream>()
  const counts = new Map<string, number>()

  async function streamFor(path: string): Promise<WriteStream> {
    const known = streams.get(path)
    if (known) return known
    const stream = createWriteStream(path)
    await once(stream, 'open')
    streams.set(path, stream)
    return stream
  }

  return {
    counts,
    async write(path, reject) {
      const { file, line, reason } = reject
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      const head = JSON.stringify({ file, line, reason }).slice(0, -1)
      const rest = 'record' in reject ? `"record":${reject.record}` : `"text":${JSON.stringify(reject.text)}`
      const stream = await streamFor(path)
      if (!stream.write(`${head},${rest}}\n`)) await once(stream, 'drain')
    },
    async close() {
      const open = [...streams]
      streams.clear()
      for (const [, stream] of open) {
        stream.end()
        await once(stream, 'close')
      }
      return open.map(([path]) => path)
    },
  }
}

import { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'

/** Window of up to 128 MB; larger ones would need too much memory. */
const windowLogMax = 27

/** A Zstandard decompressor: Node's own where it exists (22.15 and newer), otherwise in JavaScript. */
export function createZstdReader(): Transform {
  const own = zlib as unknown as {
    createZstdDecompress?: (options: { params: Record<number, number> }) => Transform
    constants: { ZSTD_d_windowLogMax?: number }
  }
  if (own.createZstdDecompress && own.constants.ZSTD_d_windowLogMax !== undefined)
    return own.createZstdDecompress({ params: { [own.constants.ZSTD_d_windowLogMax]: windowLogMax } })
  return createPortableZstdReader()
}

/** The decompressor in JavaScript. */
export function createPortableZstdReader(): Transform {
  const decompressor = new Decompress()
  const reader = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      settle(() => decompressor.push(chunk), done)
    },
    flush(done) {
      settle(() => decompressor.push(new Uint8Array(0), true), done)
    },
  })
  // Copy the block: the decompressor reuses its memory while the stream may still hold it.
  decompressor.ondata = (block) => reader.push(Buffer.from(block))
  return reader
}

function settle(work: () => void, done: (error?: Error) => void) {
  try {
    work()
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}

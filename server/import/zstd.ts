import { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'

/** Windows of up to 128 MB. What needs more would not fit beside the rest of the program. */
const windowLogMax = 27

/** Zstandard as a stream: by Node itself where it can (22.15 and newer), else in JavaScript. */
export function createZstdReader(): Transform {
  const own = zlib as unknown as {
    createZstdDecompress?: (options: { params: Record<number, number> }) => Transform
    constants: { ZSTD_d_windowLogMax?: number }
  }
  if (own.createZstdDecompress && own.constants.ZSTD_d_windowLogMax !== undefined)
    return own.createZstdDecompress({ params: { [own.constants.ZSTD_d_windowLogMax]: windowLogMax } })
  return createPortableZstdReader()
}

/** The same in JavaScript. */
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
  // The block's memory is written over by the next one, while the stream may still hold this.
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

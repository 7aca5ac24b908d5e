import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import tar from 'tar-stream'

/**
 * An archive that depends on nothing but the content: entries sorted, one time, no names of accounts.
 *
 * @param {{ path: string, file?: string, folder?: true, link?: string, text?: string, mode?: number, owner?: number }[]} entries each a
 *   file with its content or its place on the disk, a folder or a symbolic link
 * @param {Date} time
 * @returns {import('node:stream').Readable} a tar file
 */
export function packTar(entries, time) {
  const pack = tar.pack()
  const addAll = async () => {
    for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) await add(pack, entry, time)
    pack.finalize()
  }
  addAll().catch((error) => pack.destroy(error))
  return pack
}

function add(pack, { path, file, folder, link, text, mode, owner = 0 }, mtime) {
  const header = { name: path, mtime, uid: owner, gid: owner }
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve())
    if (folder) pack.entry({ ...header, type: 'directory', mode: mode ?? 0o755 }, done)
    else if (link) pack.entry({ ...header, type: 'symlink', linkname: link, mode: 0o777 }, done)
    else if (text !== undefined) pack.entry({ ...header, mode: mode ?? 0o644 }, text, done)
    else {
      const target = pack.entry({ ...header, mode: mode ?? 0o644, size: lstatSync(file).size }, done)
      pipeline(createReadStream(file), target).catch(reject)
    }
  })
}

/**
 * The entries of a folder, itself included.
 *
 * @param {string} folder
 * @param {string} prefix the path of the folder in the archive, without a slash at its end
 * @param {(path: string) => number} modeOf a file, by its path in the folder
 */
export function entriesOf(folder, prefix, modeOf) {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).map((found) => {
    const file = join(found.parentPath, found.name)
    const inside = file.slice(join(folder, '/').length)
    const path = `${prefix}/${inside}`
    if (found.isDirectory()) return { path: `${path}/`, folder: true }
    if (found.isSymbolicLink()) return { path, link: readlinkSync(file) }
    return { path, file, mode: modeOf(inside) }
  })
  return [{ path: `${prefix}/`, folder: true }, ...below]
}

/**
 * Writes a stream to a file.
 *
 * @param {import('node:stream').Readable} stream
 * @param {string} path
 * @param {{ gzip: boolean }} options
 * @returns {Promise<{ sha256: string, contentSha256: string, size: number }>} of the file, the hash of what it contains uncompressed, and its
 *   size in bytes
 */
export async function writeStream(stream, path, { gzip }) {
  const content = measure()
  const written = measure()
  const compression = gzip ? [createGzip({ level: constants.Z_BEST_COMPRESSION })] : []
  await pipeline(stream, content.through, ...compression, written.through, createWriteStream(path))
  return { sha256: written.sha256(), contentSha256: content.sha256(), size: written.size() }
}

function measure() {
  const hash = createHash('sha256')
  let size = 0
  let digest
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, size: () => size, sha256: () => (digest ??= hash.digest('hex')) }
}

/**
 * Builds dist/: `web` for the browser, its service worker, and `server` for Node; the mode selects the part of
 * vite.config.ts. Run by scripts/lib/build.mjs. It replaces dist/ at the end, so an interrupted build changes nothing, and
 * builds at the same time do not disturb each other. Programs that run have copies of their own (ownBuild.mjs).
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { gzipAsync } from '@gfx/zopfli'
import { isBuilt, sourcesFingerprint, stampName } from './build.mjs'
import { removeLeftovers } from './ownBuild.mjs'
import { root } from './project.mjs'

/** Smaller files gain little and fit into one packet anyway. */
const compressionMinBytes = 512
/** Each use of Zopfli takes a tenth of a second, and gains little on smaller files. */
const zopfliMinBytes = 16_384
const compressible = /\.(css|html|js|json|map|mjs|svg|txt|webmanifest|xml)$/

process.env.NODE_ENV = 'production'
const name = `dist-${process.pid}`
process.env.BUILD_FOLDER = name
const { build } = await import('vite')

removeLeftovers(root)
process.once('exit', () => removeLeftovers(root))
// The default handlers would not run the listener of `exit`.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const fingerprint = sourcesFingerprint()
for (const mode of ['web', 'worker', 'server'])
  await build({ root, configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' })
await compressAll(join(root, name, 'web'))
writeFileSync(join(root, name, stampName), fingerprint)
// Another build of the same sources may have been faster, and programs may be starting from it.
if (!isBuilt()) replaceDist()

function replaceDist() {
  const dist = join(root, 'dist')
  if (existsSync(dist)) renameSync(dist, join(root, `${name}-old`))
  renameSync(join(root, name), dist)
}

/**
 * Writes .br and .gz beside each file, as small as they get, instead of compressing every response at a low level. Zopfli
 * makes the largest gzip file 3 % smaller than zlib does; more than fifteen iterations gain next to nothing.
 */
async function compressAll(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

async function compress(path) {
  const content = readFileSync(path)
  if (content.length < compressionMinBytes) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: quality }),
    content.length < zopfliMinBytes
      ? promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })
      : gzipAsync(content, { numiterations: 15 }),
  ])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

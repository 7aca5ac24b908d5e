/**
 * Builds dist/: `web` for the browser, its service worker, and `server` for Node; the mode selects the part of
 * vite.config.ts. Run by scripts/lib/build.mjs.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sourcesFingerprint, stampFile } from './build.mjs'
import { root } from './project.mjs'

/** Smaller files fit into one packet anyway. */
const compressionMinBytes = 1024
const compressible = /\.(css|html|js|json|map|mjs|svg|txt|webmanifest|xml)$/

process.env.NODE_ENV = 'production'
const { build } = await import('vite')

const fingerprint = sourcesFingerprint()
rmSync(stampFile, { force: true })
for (const mode of ['web', 'worker', 'server']) {
  await build({ root, configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' })
}
await compressAll(join(root, 'dist', 'web'))
// Last, so that an interrupted build is repeated.
writeFileSync(stampFile, fingerprint)

/** Writes .br and .gz beside each file, at the highest level, instead of compressing every response at a low one. */
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
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packTar, writeStream } from './archive.mjs'

/** The account in the image; volumes of earlier images belong to this number, too. */
export const account = 1000

/** The release of Debian that the image begins with. */
const suite = 'trixie'

/**
 * The arguments of mmdebstrap for the system below the program: what Debian calls essential, and what Node needs. Files that nobody
 * reads in a container are left out, except licences.
 *
 * @param {string} path of the tar file
 */
export const systemArguments = (path) => [
  '--quiet',
  '--variant=essential',
  '--include=libstdc++6',
  '--skip=output/dev',
  ...['man', 'doc', 'info', 'locale'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
  '--dpkgopt=path-include=/usr/share/doc/*/copyright',
  `--customize-hook=echo folkmoot:x:${account}:${account}::/data:/usr/sbin/nologin >>"$1/etc/passwd"`,
  `--customize-hook=echo folkmoot:x:${account}: >>"$1/etc/group"`,
  suite,
  path,
]

/**
 * What a container is started with.
 *
 * @param {{ version: string, commit: string, time: Date, layers: { contentSha256: string }[] }} image
 * @returns {object} the configuration of an OCI image
 */
export function configurationOf({ version, commit, time, layers }) {
  const created = time.toISOString()
  return {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: {
      User: `${account}:${account}`,
      WorkingDir: '/app',
      Env: ['PATH=/usr/local/bin:/usr/bin:/bin', 'HOST=0.0.0.0', 'PORT=8080', 'DATA_DIR=/data'],
      Cmd: ['./folkmoot', 'start'],
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': 'Folkmoot',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': commit,
        'org.opencontainers.image.created': created,
        'org.opencontainers.image.licenses': 'AGPL-3.0-only',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ contentSha256 }) => `sha256:${contentSha256}`) },
    history: layers.map(({ about }) => ({ created, created_by: about })),
  }
}

/**
 * Writes an image as one file that `docker load`, `podman load` and tools for OCI layouts read.
 *
 * @param {string} path of the file
 * @param {{ name: string, version: string, commit: string, time: Date, folder: string, layers: { about: string, tar: () =>
 *   import('node:stream').Readable }[] }} image `folder` is for unfinished files; the first layer is the lowest
 * @returns {Promise<{ sha256: string }>}
 */
export async function writeImage(path, { name, version, commit, time, folder, layers }) {
  const blobs = join(folder, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const written = []
  for (const { about, tar } of layers) {
    const unfinished = join(folder, 'layer')
    const layer = await writeStream(tar(), unfinished, { gzip: true })
    renameSync(unfinished, join(blobs, layer.sha256))
    written.push({ ...layer, about })
  }
  const addJson = (value) => {
    const text = JSON.stringify(value)
    const sha256 = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(blobs, sha256), text)
    return { digest: `sha256:${sha256}`, size: Buffer.byteLength(text), sha256 }
  }
  const reference = ({ digest, size }, mediaType) => ({ mediaType, digest, size })
  const config = addJson(configurationOf({ version, commit, time, layers: written }))
  const manifest = addJson({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: reference(config, 'application/vnd.oci.image.config.v1+json'),
    layers: written.map(({ sha256, size }) =>
      reference({ digest: `sha256:${sha256}`, size }, 'application/vnd.oci.image.layer.v1.tar+gzip'),
    ),
  })
  const tag = `${name}:${version}`
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...reference(manifest, 'application/vnd.oci.image.manifest.v1+json'),
        platform: { architecture: 'amd64', os: 'linux' },
        annotations: {
          'org.opencontainers.image.ref.name': version,
          'io.containerd.image.name': `docker.io/library/${tag}`,
        },
      },
    ],
  }
  const inArchive = (sha256) => `blobs/sha256/${sha256}`
  // Docker before version 25 does not read index.json.
  const forDocker = [
    {
      Config: inArchive(config.sha256),
      RepoTags: [tag],
      Layers: written.map(({ sha256 }) => inArchive(sha256)),
    },
  ]
  const hashes = [...new Set([config, manifest, ...written].map(({ sha256 }) => sha256))]
  const entries = [
    { path: 'blobs/', folder: true },
    { path: 'blobs/sha256/', folder: true },
    ...hashes.map((sha256) => ({ path: inArchive(sha256), file: join(blobs, sha256) })),
    { path: 'index.json', text: JSON.stringify(index) },
    { path: 'manifest.json', text: JSON.stringify(forDocker) },
    { path: 'oci-layout', text: '{"imageLayoutVersion":"1.0.0"}' },
  ]
  return writeStream(packTar(entries, time), path, { gzip: false })
}

/** The layers above the system: Node, and the program with the folder for its data. */
export const nodeLayer = (file, time) => () =>
  packTar(
    [
      { path: 'usr/', folder: true },
      { path: 'usr/local/', folder: true },
      { path: 'usr/local/bin/', folder: true },
      { path: 'usr/local/bin/node', file, mode: 0o755 },
    ],
    time,
  )

/** @param entries those of the program, in the folder `app`. */
export const programLayer = (entries, time) => () =>
  packTar([...entries, { path: 'data/', folder: true, owner: account, mode: 0o700 }], time)

export const fileLayer = (file) => () => createReadStream(file)

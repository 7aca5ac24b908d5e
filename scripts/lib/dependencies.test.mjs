import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessAudit, unknownLicences } from './dependencies.mjs'

describe('licences', () => {
  const of = (license, more = {}) =>
    unknownLicences({ '': {}, 'node_modules/a/node_modules/@b/c': { license, ...more } })

  it.each(['MIT', '(MIT OR GPL-2.0)', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'])(
    '%s may be combined',
    (license) => {
      expect(of(license)).toEqual([])
    },
  )
  it.each(['SSPL-1.0', 'MIT AND SSPL-1.0', 'UNLICENSED', 'GPL-2.0-only OR SSPL-1.0'])(
    '%s may not',
    (license) => {
      expect(of(license)).toEqual([{ name: '@b/c', licence: license }])
    },
  )
  it('a package without one is named', () => {
    expect(of(undefined)).toEqual([{ name: '@b/c', licence: 'none named' }])
  })
  it('development dependencies are not checked', () => {
    expect(of('SSPL-1.0', { dev: true })).toEqual([])
  })
})

it('each locked package has the checksum with which npm compares what it downloads', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const downloaded = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(downloaded.length).toBeGreaterThan(100)
  expect(
    downloaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([])
})

describe('known vulnerabilities', () => {
  const audit = (...severities) =>
    assessAudit(
      JSON.stringify({
        vulnerabilities: Object.fromEntries(
          severities.map((severity, number) => [`p${number}`, { name: `p${number}`, severity, range: '<2' }]),
        ),
      }),
    )

  it('are problems from high on', () => {
    expect(audit('low', 'moderate', 'high', 'critical').problems).toEqual([
      'p2 <2 has a high vulnerability.',
      'p3 <2 has a critical vulnerability.',
    ])
    expect(audit('low', 'moderate').problems).toEqual([])
  })
  it.each(['', '{"statusCode":405,"error":{}}'])(
    'without an answer of the registry (%j), that is said',
    (output) => {
      expect(assessAudit(output)).toEqual({
        problems: [],
        remark: 'Vulnerabilities were not checked: the registry gave no audit.',
      })
    },
  )
})

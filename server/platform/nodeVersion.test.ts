import { expect, it } from 'vitest'
import { engines } from '../../package.json'
import { nodeAdvice } from './nodeVersion.ts'

it.each([
  ['18.20.4', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['21.7.3', false],
  ['22.0.0', undefined],
  ['26.12.1', undefined],
])('Node %s: too old %s', (version, isTooOld) => {
  expect(nodeAdvice(version)?.isTooOld).toBe(isTooOld)
})

it('the oldest that works is the one of package.json', () => {
  const oldest = engines.node.replace('>=', '')
  const [major = 0, minor = 0] = oldest.split('.').map(Number)
  expect(nodeAdvice(`${oldest}.0`)?.isTooOld).toBe(false)
  expect(nodeAdvice(`${major}.${minor - 1}.9`)?.isTooOld).toBe(true)
})

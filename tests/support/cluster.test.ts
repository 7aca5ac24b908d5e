import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deleteAbandonedClusters, scratchRoot } from './cluster.ts'

it('the clusters of checkouts that are gone are deleted, and no others', () => {
  const memory = mkdtempSync(join(scratchRoot(), 'clusters-'))
  const names = ['tests-0-ofGone', 'tests-0-ofThis', 'tests-0-unknown', 'notes-0-ofGone']
  const clusterOf = (name: string) => join(memory, name)
  for (const name of names) mkdirSync(clusterOf(name))
  for (const name of names.filter((one) => one.endsWith('ofGone')))
    writeFileSync(join(clusterOf(name), 'checkout'), join(memory, 'gone'))
  deleteAbandonedClusters(clusterOf('tests-0-ofThis'))
  // Noted as that of this checkout, which exists.
  deleteAbandonedClusters(clusterOf('tests-0-ofNext'))
  expect(names.filter((name) => existsSync(clusterOf(name)))).toEqual([
    'tests-0-ofThis',
    'tests-0-unknown',
    'notes-0-ofGone',
  ])
  rmSync(memory, { recursive: true })
})

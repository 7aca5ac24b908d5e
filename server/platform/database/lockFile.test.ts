import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type HeldLock, takeLock } from './lockFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'folkmoot-lock-'))
const path = join(folder, 'a.lock')

describe('a lock file', () => {
  beforeEach(() => rmSync(path, { force: true }))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has one holder at a time and names the process', () => {
    const held = takeLock(path) as HeldLock
    expect(takeLock(path)).toEqual({ heldBy: process.pid, isCopy: false })
    held.release()
    expect(takeLock(path)).toHaveProperty('release')
  })

  it('is free when its holder has exited and another process has the same id', () => {
    const held = takeLock(path) as HeldLock
    const holder = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...holder, birth: 'long ago' }))
    expect(takeLock(path)).toHaveProperty('release')
    held.release()
    expect(takeLock(path), 'the former holder takes nothing away').toEqual({
      heldBy: process.pid,
      isCopy: false,
    })
  })

  it('is free when the file is empty', () => {
    writeFileSync(path, '')
    expect(takeLock(path)).toHaveProperty('release')
  })

  it('leaves no other files behind', () => {
    takeLock(path)
    takeLock(path)
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })
})

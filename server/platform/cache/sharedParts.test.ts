import { describe, expect, it } from 'vitest'
import { createSharedParts, type SharedPart } from './sharedParts.ts'

const part = (id: string, version: string, bytes = 1000): SharedPart => ({ id, version, bytes })

describe('shared parts', () => {
  it('are loaded only when they are missing or of another version', async () => {
    const parts = createSharedParts()
    const asked: string[][] = []
    let version = '1'
    const read = async (ids: readonly string[]) => {
      asked.push([...ids])
      return ids.map((id) => part(id, version))
    }
    const get = (ids: string[]) =>
      parts.getAll(
        'post',
        ids.map((id) => ({ id, version })),
        read,
      )
    await get(['a', 'b'])
    await get(['b', 'c'])
    version = '2'
    await get(['a'])
    expect(asked).toEqual([['a', 'b'], ['c'], ['a']])
  })

  it('are separate for each kind, and exclude those that no longer exist', async () => {
    const parts = createSharedParts()
    await parts.getAll('post', [{ id: '1', version: '' }], async () => [part('1', '')])
    const none = await parts.getAll('comment', [{ id: '1', version: '' }], async () => [])
    expect([...none.keys()]).toEqual([])
  })

  it('stay within their memory limit; the most recently used ones are kept', async () => {
    const parts = createSharedParts({ maxBytes: 5000 })
    const asked: string[] = []
    const get = (id: string) =>
      parts.getAll('post', [{ id, version: '' }], async () => {
        asked.push(id)
        return [part(id, '')]
      })
    for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(id)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
  })
})

import { describe, expect, it } from 'vitest'
import { createItems, type Item } from './items.ts'

const item = (id: string, version: string, bytes = 1000): Item => ({ id, version, bytes })

describe('items', () => {
  it('are loaded only when they are missing or of another version', async () => {
    const items = createItems()
    const asked: string[][] = []
    let version = '1'
    const load = async (ids: readonly string[]) => {
      asked.push([...ids])
      return ids.map((id) => item(id, version))
    }
    const get = (ids: string[]) =>
      items.getAll(
        'post',
        ids.map((id) => ({ id, version })),
        load,
      )
    await get(['a', 'b'])
    await get(['b', 'c'])
    version = '2'
    await get(['a'])
    expect(asked).toEqual([['a', 'b'], ['c'], ['a']])
  })

  it('are separate for each kind, and exclude those that no longer exist', async () => {
    const items = createItems()
    await items.getAll('post', [{ id: '1', version: '' }], async () => [item('1', '')])
    const none = await items.getAll('comment', [{ id: '1', version: '' }], async () => [])
    expect([...none.keys()]).toEqual([])
  })

  it('stay within their memory limit; the most recently used ones are kept', async () => {
    const items = createItems(5000)
    const asked: string[] = []
    const get = (id: string) =>
      items.getAll('post', [{ id, version: '' }], async () => {
        asked.push(id)
        return [item(id, '')]
      })
    for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(id)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
  })
})

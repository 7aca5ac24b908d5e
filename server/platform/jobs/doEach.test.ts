import { expect, it } from 'vitest'
import { doEach } from './doEach.ts'

it('does the others after one fails, and then throws the first failure', async () => {
  const done: number[] = []
  const doing = doEach([1, 2, 3, 4], new AbortController().signal, async (item) => {
    if (item % 2 === 0) throw new Error(`no ${item}`)
    done.push(item)
  })
  await expect(doing).rejects.toThrow('no 2')
  expect(done).toEqual([1, 3])
})

it('ends with the item during which the signal was aborted, and asks for no other one', async () => {
  const stopping = new AbortController()
  const asked: number[] = []
  async function* items() {
    for (const item of [1, 2, 3]) {
      asked.push(item)
      yield item
    }
  }
  await doEach(items(), stopping.signal, async (item) => {
    if (item === 2) stopping.abort()
  })
  expect(asked).toEqual([1, 2])
})

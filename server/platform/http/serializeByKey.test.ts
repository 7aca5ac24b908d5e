import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'
import { serializeByKey } from './serializeByKey.ts'

/** A write that ends when the test says so. */
function write() {
  let isUnderWay = false
  let end = () => {}
  let fail = () => {}
  const run = () => {
    isUnderWay = true
    return new Promise<string>((resolve, reject) => {
      end = () => resolve('done')
      fail = () => reject(new Error('refused'))
    })
  }
  return { run, isUnderWay: () => isUnderWay, end: () => end(), fail: () => fail() }
}

describe('writes to one row', () => {
  it('run one after the other in the order of their arrival', async () => {
    const [first, second, third] = [write(), write(), write()]
    const answers = [first, second, third].map(({ run }) => serializeByKey('post 1', run))
    expect([first.isUnderWay(), second.isUnderWay(), third.isUnderWay()]).toEqual([true, false, false])
    first.end()
    expect(await answers[0]).toBe('done')
    expect([second.isUnderWay(), third.isUnderWay()]).toEqual([true, false])
    second.end()
    await answers[1]
    third.end()
    expect(await answers[2]).toBe('done')
  })

  it('continue when one of them fails, and only its caller gets the error', async () => {
    const [first, second] = [write(), write()]
    const failed = serializeByKey('post 2', first.run)
    const answer = serializeByKey('post 2', second.run)
    first.fail()
    await expect(failed).rejects.toThrow('refused')
    second.end()
    expect(await answer).toBe('done')
  })

  it('wait neither for writes to another row nor for finished ones', async () => {
    const [first, other, later] = [write(), write(), write()]
    const answer = serializeByKey('post 3', first.run)
    void serializeByKey('post 4', other.run)
    expect(other.isUnderWay()).toBe(true)
    other.end()
    first.end()
    await answer
    void serializeByKey('post 3', later.run)
    expect(later.isUnderWay()).toBe(true)
    later.end()
  })

  it('are given up when earlier ones take too long, and later ones still wait for these', async () => {
    const [first, second, third] = [write(), write(), write()]
    const answers = [
      serializeByKey('post 5', first.run),
      serializeByKey('post 5', second.run, 1),
      serializeByKey('post 5', third.run),
    ]
    await expect(answers[1]).rejects.toEqual(new Refused(errors.serverBusy))
    expect(third.isUnderWay()).toBe(false)
    first.end()
    await answers[0]
    await expect.poll(third.isUnderWay).toBe(true)
    third.end()
    expect(await answers[2]).toBe('done')
    expect(second.isUnderWay()).toBe(false)
  })
})

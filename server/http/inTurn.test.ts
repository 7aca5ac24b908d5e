import { describe, expect, it } from 'vitest'
import { inTurn } from './inTurn.ts'

/** A write that ends when it is told to. */
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

describe('writes of one row', () => {
  it('take turns in the order of their coming', async () => {
    const [first, second, third] = [write(), write(), write()]
    const answers = [first, second, third].map(({ run }) => inTurn('post 1', run))
    expect([first.isUnderWay(), second.isUnderWay(), third.isUnderWay()]).toEqual([true, false, false])
    first.end()
    expect(await answers[0]).toBe('done')
    expect([second.isUnderWay(), third.isUnderWay()]).toEqual([true, false])
    second.end()
    await answers[1]
    third.end()
    expect(await answers[2]).toBe('done')
  })

  it('go on when one of them fails, which is told to it alone', async () => {
    const [first, second] = [write(), write()]
    const failed = inTurn('post 2', first.run)
    const answer = inTurn('post 2', second.run)
    first.fail()
    await expect(failed).rejects.toThrow('refused')
    second.end()
    expect(await answer).toBe('done')
  })

  it('do not wait for those of another row, nor for what is over', async () => {
    const [first, other, later] = [write(), write(), write()]
    const answer = inTurn('post 3', first.run)
    void inTurn('post 4', other.run)
    expect(other.isUnderWay()).toBe(true)
    other.end()
    first.end()
    await answer
    void inTurn('post 3', later.run)
    expect(later.isUnderWay()).toBe(true)
    later.end()
  })
})

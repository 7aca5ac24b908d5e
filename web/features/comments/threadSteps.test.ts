import { describe, expect, it } from 'vitest'
import { firstIndex } from './threadSteps.ts'

describe('the first thread below the reading line', () => {
  // Tops of threads in the window.
  it.each([
    ['after those above it', [-400, -100, 900], 2],
    ['at the beginning', [300, 400, 900], 0],
    ['nowhere, after the last one', [-900, -400, 60], 3],
    ['nowhere in an empty discussion', [], 0],
  ])('is %s', (_case, tops, place) => {
    expect(firstIndex(tops.length, (index) => (tops[index] ?? 0) > 60)).toBe(place)
  })

  it('is found by looking at few of many threads', () => {
    let looks = 0
    const place = firstIndex(1000, (index) => {
      looks += 1
      return index >= 700
    })
    expect(place).toBe(700)
    expect(looks).toBeLessThan(12)
  })
})

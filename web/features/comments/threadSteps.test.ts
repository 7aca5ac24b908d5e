import { describe, expect, it } from 'vitest'
import { nextPlace } from './threadSteps.ts'

describe('a step to the next or previous thread', () => {
  // Tops of threads in the window; the reading line is 60 pixels below its edge.
  it.each([
    ['on, from the beginning of one', [60, 400, 900], 1, 1],
    ['on, from within one', [-300, 400, 900], 1, 1],
    ['on, from above all', [300, 400, 900], 1, 0],
    ['on, from the last one', [-900, -400, 60], 1, 3],
    ['back, from the beginning of one', [-400, 60, 900], -1, 0],
    ['back, from within one', [-400, -100, 900], -1, 1],
    ['back, from the first one', [60, 400, 900], -1, -1],
  ] as const)('goes %s', (_case, tops, by, place) => {
    expect(nextPlace(tops, { line: 60, by })).toBe(place)
  })
})

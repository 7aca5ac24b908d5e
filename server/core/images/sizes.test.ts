import { describe, expect, it } from 'vitest'
import { containedSize, resizeSteps } from './sizes.ts'

describe('an image that has to fit into a box', () => {
  const box = { width: 720, height: 1440 }
  it.each([
    ['is scaled to the width', { width: 1440, height: 1000 }, { width: 720, height: 500 }],
    ['then to the height', { width: 1440, height: 5760 }, { width: 360, height: 1440 }],
    ['is rounded down', { width: 1000, height: 999 }, { width: 720, height: 719 }],
    ['is never scaled up', { width: 30, height: 40 }, { width: 30, height: 40 }],
    ['never vanishes, however wide', { width: 100_000, height: 1 }, { width: 720, height: 1 }],
    ['never vanishes, however high', { width: 1, height: 100_000 }, { width: 1, height: 1440 }],
  ])('%s', (_case, image, size) => {
    expect(containedSize(image, box)).toEqual(size)
  })
})

describe('an image that has to fill a box', () => {
  const box = { width: 325, height: 250, fit: 'cover' } as const
  it.each([
    ['is scaled until one side fits and cropped at the other', [1300, 500], [650, 250], [325, 250]],
    ['is not scaled up, only cropped', [200, 1000], [200, 1000], [200, 250]],
    ['stays as it is when it is smaller', [100, 50], [100, 50], [100, 50]],
    ['never vanishes, however extreme', [50_000, 1], [50_000, 1], [325, 1]],
  ])('%s', (_case, [width = 0, height = 0], scaled, cropped) => {
    const size = ([w = 0, h = 0]: number[]) => ({ width: w, height: h })
    expect(resizeSteps({ width, height }, box)).toEqual({ scaled: size(scaled), cropped: size(cropped) })
  })
})

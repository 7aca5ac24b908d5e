import { describe, expect, it } from 'vitest'
import { containedSize, imageUses, resizeSteps } from './sizes.ts'

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

describe('a long picture of a post', () => {
  const { stored } = imageUses.post
  const sizeOf = (width: number, height: number) => resizeSteps({ width, height }, stored).scaled
  it.each([
    [
      [1000, 20_000],
      [1000, 20_000],
    ],
    [
      [300, 6000],
      [300, 6000],
    ],
    [
      [1440, 16_000],
      [1440, 16_000],
    ],
    [
      [2000, 30_000],
      [1290, 19_364],
    ],
    [
      [1600, 40_000],
      [1000, 25_000],
    ],
    [
      [800, 40_000],
      [655, 32_767],
    ],
    [
      [4000, 12_500],
      [1600, 5000],
    ],
    [
      [5000, 5000],
      [5000, 5000],
    ],
    [
      [6000, 4000],
      [5000, 3333],
    ],
  ] as const)('of %j is stored as %j, and lying the same way', ([width, height], [toWidth, toHeight]) => {
    expect(sizeOf(width, height)).toEqual({ width: toWidth, height: toHeight })
    const lying = sizeOf(height, width)
    expect([lying.width, lying.height]).toEqual([toHeight, toWidth])
  })

  it('keeps a short side that can be read, its shape, and no more pixels than others', () => {
    for (let short = 1; short <= 8000; short = Math.ceil(short * 1.3))
      for (const ratio of [1, 1.5, 2.9, 3.1, 5, 10, 20, 40, 50]) {
        const long = Math.round(short * ratio)
        const { width, height } = sizeOf(short, long)
        const shape = `${short} × ${long}: ${width} × ${height}`
        expect(width, shape).toBeGreaterThanOrEqual(Math.min(short, 600))
        expect(height, shape).toBeLessThanOrEqual(32_767)
        expect(width * height, shape).toBeLessThanOrEqual(25_000_000)
        expect(Math.abs(height / ratio - width), shape).toBeLessThanOrEqual(1)
      }
  })
})

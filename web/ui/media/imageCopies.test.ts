import { describe, expect, it } from 'vitest'
import type { ImageCopy } from '../../../contract/entities/image.ts'
import { copiesByWidth, copyNamed, cropped, fitInside, tallestIn } from './imageCopies.ts'
import { picture } from './testPicture.ts'

// [CORE-5-048]
describe('the size at which a picture is shown', () => {
  it.each([
    ['fits already', [300, 200], [680, 520], [300, 200]],
    ['is too wide', [1360, 400], [680, 520], [680, 200]],
    ['is too high', [500, 1040], [680, 520], [250, 520]],
    ['is too wide, then still too high', [1360, 1300], [680, 520], [544, 520]],
    ['is no higher than a hair', [5000, 5], [500, 520], [500, 0.5]],
  ] as const)('when it %s', (_case, [width, height], [boxWidth, boxHeight], shown) => {
    const size = fitInside({ width, height }, { width: boxWidth, height: boxHeight })
    expect([size.width, size.height]).toEqual(shown)
  })

  it('decides which picture of a gallery gives the box its height', () => {
    const wide = { width: 2000, height: 500 }
    const high = { width: 600, height: 900 }
    const small = { width: 10, height: 100 }
    expect(tallestIn([wide, high, small], { width: 680, height: 520 })).toBe(high)
    expect(tallestIn([wide, small], { width: 680, height: 520 })).toBe(wide)
  })
})

describe('the copies of a picture', () => {
  it('are found by their name', () => {
    expect(copyNamed(picture(), 'tiny')).toContain('size=120x120')
    expect(copyNamed({ ...picture(), copies: [] }, 'tiny')).toBeNull()
  })

  it('of a very tall one show its top among texts, and another or a moving one is shown whole', () => {
    const tall = picture({ width: 1000, height: 8000 })
    const top = { ...picture().copies[0], name: 'top', width: 1000, height: 834, objectFit: 'cover' as const }
    const withTop = { ...tall, copies: [...tall.copies, top as ImageCopy] }
    const shown = cropped(withTop)
    expect([shown.width, shown.height, shown.url]).toEqual([1000, 834, tall.url])
    expect(copiesByWidth(shown)).toMatchObject([{ url: top.url, width: 1000 }])
    expect(cropped(tall)).toBe(tall)
    const moving = { ...withTop, isAnimated: true }
    expect(cropped(moving)).toBe(moving)
  })

  it('that show all of it are one for each width', () => {
    expect(copiesByWidth(picture({ width: 4000, height: 2000 })).map(({ width }) => width)).toEqual([
      720, 1080, 2160,
    ])
    expect(copiesByWidth(picture({ width: 800, height: 400 })).map(({ width }) => width)).toEqual([720, 800])
    expect(copiesByWidth(picture({ width: 90, height: 60 })).map(({ width }) => width)).toEqual([90])
  })
})

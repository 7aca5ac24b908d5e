import type { Image } from '../../../contract/entities/image.ts'
import { fitInside } from './imageCopies.ts'

const boxes = [
  ['tiny', 120, 120, 'cover'],
  ['small', 325, 250, 'cover'],
  ['medium', 720, 1440, 'contain'],
  ['large', 1080, 2160, 'contain'],
  ['huge', 2160, 4320, 'contain'],
] as const

/** A picture of a post with its copies, as the API returns it; for tests. */
export function picture(facts: Partial<Image> = {}): Image {
  const { width = 1600, height = 1200 } = facts
  const url = '/images/0123.jpeg'
  return {
    id: '0123',
    format: 'jpeg',
    mimetype: 'image/jpeg',
    width,
    height,
    size: 1000,
    averageColor: 'rgb(10,20,30)',
    url: `${url}?sig=x`,
    copies: boxes.map(([name, boxWidth, boxHeight, objectFit]) => {
      const box = { width: boxWidth, height: boxHeight }
      const shown = objectFit === 'cover' ? box : fitInside({ width, height }, box)
      return {
        name,
        width: Math.floor(shown.width),
        height: Math.floor(shown.height),
        boxWidth,
        boxHeight,
        objectFit,
        format: 'jpeg',
        url: `${url}?fit=${objectFit}&sig=x&size=${boxWidth}x${boxHeight}`,
      }
    }),
    altText: null,
    ...facts,
  }
}

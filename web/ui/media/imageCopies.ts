import type { Image } from '../../../contract/entities/image.ts'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The size at which a picture is shown: its own size, or scaled down to fit, with its aspect ratio. */
export function fitInside({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: width * scale, height: height * scale }
}

/** The picture that needs the highest box; the first of several equal ones. */
export function tallestIn<T extends Size>(images: readonly [T, ...T[]], box: Size): T {
  const heightOf = (image: T) => fitInside(image, box).height
  return images.reduce((tallest, image) => (heightOf(image) > heightOf(tallest) ? image : tallest))
}

/** The URL of the copy with this name; null when there is none. */
export const copyNamed = (
  image: Image,
  name: 'tiny' | 'small' | 'medium' | 'large' | 'desktop' | 'mobile',
): string | null => image.copies.find((copy) => copy.name === name)?.url ?? null

/** The `fill` behind a picture: its average colour, or for a transparent one what it is seen on in this theme. */
export const colorBehind = ({ ground, averageColor }: Pick<Image, 'ground' | 'averageColor'>): string =>
  ground ? `var(--ground-${ground})` : averageColor

/** A picture as it is shown among texts: of a very tall one only the top, because the whole could not be read there. */
export function cropped(image: Image): Image {
  const top = image.copies.find(({ name }) => name === 'top')
  if (!top || image.isAnimated) return image
  const { width, height } = top
  return { ...image, width, height, copies: [{ ...top, objectFit: 'contain' }] }
}

/**
 * The uncropped copies, one per width, in ascending order. Copies are never larger than the original, so several may
 * have the same width.
 */
export function copiesByWidth({ copies }: Pick<Image, 'copies'>): { url: string; width: number }[] {
  const whole = copies.filter(({ objectFit }) => objectFit === 'contain').sort((a, b) => a.width - b.width)
  return whole.filter(({ width }, index) => width !== whole[index - 1]?.width)
}

import type { Image, ImageCopy } from '../../../contract/entities/image.ts'
import type { ImageRow } from './columns.ts'
import type { Ground } from './ground.ts'
import { type Box, copiesOf, type ImageUse, imageUses, type NamedBox, resizeSteps } from './sizes.ts'

type UrlParts = Pick<ImageRow, 'id' | 'secret' | 'format'>

const urlPath = ({ id }: UrlParts, format: string) => `/images/${id}.${format}`

/** Copies of all but JPEGs are WebP. */
const formatOfCopies = ({ format }: UrlParts) => (format === 'jpeg' ? 'jpeg' : 'webp')

function urlOfCopy(row: UrlParts, box: Box): string {
  const size = box.width === box.height ? box.width : `${box.width}x${box.height}`
  return `${urlPath(row, formatOfCopies(row))}?fit=${box.fit}&sig=${row.secret}&size=${size}`
}

/** Path and query of the smaller copy of this name, or of the original when its use has no such copy. */
export function copyUrl(row: UrlParts, use: ImageUse, name: string): string {
  const box = imageUses[use].copies.find((copy) => copy.name === name)
  return box ? urlOfCopy(row, box) : `${urlPath(row, row.format)}?sig=${row.secret}`
}

function copyView(row: ImageRow, box: NamedBox): ImageCopy {
  // The size of the file that is delivered: a picture smaller or narrower than the box does not fill it.
  const { width, height } = resizeSteps(row, box).cropped
  return {
    name: box.name,
    width,
    height,
    boxWidth: box.width,
    boxHeight: box.height,
    objectFit: box.fit,
    format: formatOfCopies(row),
    url: urlOfCopy(row, box),
  }
}

/**
 * An image, the same for every viewer.
 *
 * @param options.copies whether to list the smaller copies, which `uploadImage` and `updateImage` do not.
 */
export function imageView(row: ImageRow, use: ImageUse, options: { copies: boolean }): Image {
  return {
    id: row.id,
    format: row.format as Image['format'],
    mimetype: `image/${row.format}`,
    width: row.width,
    height: row.height,
    size: row.size,
    averageColor: row.average_color,
    url: `${urlPath(row, row.format)}?sig=${row.secret}`,
    copies: options.copies ? copiesOf(row, use).map((box) => copyView(row, box)) : [],
    altText: row.alt_text,
    ...(row.is_animated && { isAnimated: true }),
    ...(row.ground !== null && { ground: row.ground as Ground }),
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Image, ImageCopy } from '../../contract/entities/image.ts'
import { type Box, containedSize, type ImageUse, imageUses, type NamedBox } from './sizes.ts'

/** A stored image as `imageJson` gives it. */
export interface ImageRow {
  readonly id: string
  readonly secret: string
  readonly format: string
  readonly width: number
  readonly height: number
  readonly size: number
  readonly average_color: string
  readonly alt_text: string | null
}

/**
 * One image as JSON, an `ImageRow`, for use inside larger queries.
 *
 * @param table the name or alias under which the query knows the table of images.
 */
export const imageJson = (table: string): RawBuilder<ImageRow> => {
  const column = (name: keyof ImageRow) => sql.ref(`${table}.${name}`)
  return sql<ImageRow>`json_build_object('id', ${column('id')}::text, 'secret', ${column('secret')},
    'format', ${column('format')}, 'width', ${column('width')}, 'height', ${column('height')},
    'size', ${column('size')}, 'average_color', ${column('average_color')}, 'alt_text', ${column('alt_text')})`
}

/** What the addresses of an image are made of. */
type AddressParts = Pick<ImageRow, 'id' | 'secret' | 'format'>

const addressOf = (row: AddressParts) => `/images/${row.id}.${row.format}`

/** The address of an image itself, for use inside larger queries that know the table of images by this name. */
export const imageAddress = (table: string): RawBuilder<string> => {
  const column = (name: keyof AddressParts) => sql.ref(`${table}.${name}`)
  return sql<string>`'/images/' || ${column('id')} || '.' || ${column('format')} || '?sig=' || ${column('secret')}`
}

function addressOfCopy(row: AddressParts, box: Box): string {
  const size = box.width === box.height ? box.width : `${box.width}x${box.height}`
  return `${addressOf(row)}?fit=${box.fit}&sig=${row.secret}&size=${size}`
}

/** Where the smaller copy of this name is; the image itself when its use has none of that name. */
export function copyAddress(row: AddressParts, use: ImageUse, name: string): string {
  const box = imageUses[use].copies.find((copy) => copy.name === name)
  return box ? addressOfCopy(row, box) : `${addressOf(row)}?sig=${row.secret}`
}

function copyView(row: ImageRow, box: NamedBox): ImageCopy {
  const { width, height } = box.fit === 'cover' ? box : containedSize(row, box)
  return {
    name: box.name,
    width,
    height,
    boxWidth: box.width,
    boxHeight: box.height,
    objectFit: box.fit,
    format: row.format as ImageCopy['format'],
    url: addressOfCopy(row, box),
  }
}

/**
 * An image as everybody sees it (API contract 2.2).
 *
 * @param options.copies whether its smaller copies are listed; the answers to uploads and alt texts have none.
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
    url: `${addressOf(row)}?sig=${row.secret}`,
    copies: options.copies ? imageUses[use].copies.map((box) => copyView(row, box)) : [],
    altText: row.alt_text,
  }
}

import { type Static, Type } from 'typebox'
import { Id, Int, Nullable, OneOf } from './schema.ts'

const ImageFormat = OneOf('jpeg', 'webp', 'png')

export const ImageCopy = Type.Object({
  name: Type.Optional(Type.String()),
  width: Int,
  height: Int,
  boxWidth: Int,
  boxHeight: Int,
  objectFit: OneOf('cover', 'contain'),
  format: ImageFormat,
  url: Type.String(),
})
export type ImageCopy = Static<typeof ImageCopy>

export const Image = Type.Object({
  id: Id,
  format: ImageFormat,
  mimetype: Type.String(),
  width: Int,
  height: Int,
  size: Int,
  averageColor: Type.String(),
  url: Type.String(),
  copies: Type.Array(ImageCopy),
  altText: Nullable(Type.String()),
})
export type Image = Static<typeof Image>

import { type Static, Type } from 'typebox'
import { flag, id, int, listOf, Nullable, oneOf, text } from './schema.ts'

const format = oneOf(['jpeg', 'webp', 'png'], 'The file format.')
const width = int('The width in pixels.')
const height = int('The height in pixels.')
const url = text('The path of the file on this site.')

export const ImageCopy = Type.Object({
  name: Type.Optional(
    text(
      '`tiny`, `small`, `medium`, `large`, `huge`, or for pictures of links `desktop` and `mobile`. Only very tall pictures have `top`, their upper end; it is an addition of ours.',
    ),
  ),
  width,
  height,
  boxWidth: int('The width of the box that it was fitted into.'),
  boxHeight: int('The height of the box that it was fitted into.'),
  objectFit: oneOf(
    ['cover', 'contain'],
    '`cover`: it fills the box and is cropped. `contain`: it is whole within the box.',
  ),
  format,
  url,
})
export type ImageCopy = Static<typeof ImageCopy>

export const Image = Type.Object({
  id: id('image', 'The id of the image.'),
  format,
  mimetype: text('The media type of the file.'),
  width,
  height,
  size: int('The size in bytes.'),
  averageColor: text(
    '`rgb(r,g,b)`: a color to show behind the image: its mean, or a ground that a transparent one is seen on.',
  ),
  url,
  copies: listOf(ImageCopy, 'Smaller copies, as many as its use needs.'),
  altText: Nullable(text('A description of what the image shows; null if there is none.')),
  isAnimated: Type.Optional(
    flag('Only of an animation: true. The copies are pictures of its first frame. An addition of ours.'),
  ),
  ground: Type.Optional(
    oneOf(
      ['light', 'dark', 'any'],
      'Only of a transparent image: the ground that it is seen on. An addition of ours.',
    ),
  ),
})
export type Image = Static<typeof Image>

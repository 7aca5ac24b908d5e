import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { formWith } from './form.ts'

/** A small JPEG file. The number determines its colour and height, so that different numbers give different pictures. */
export const picture = (number: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 160,
      height: 90 + (number % 50),
      channels: 3,
      background: { r: (number * 47) % 256, g: 120, b: 200 },
    },
  })
    .jpeg()
    .toBuffer()

/** The request that uploads a file, as a browser sends it. */
export const uploadOf = async (
  file: Buffer,
  form: Parameters<typeof formWith>[1] = {},
): Promise<InjectOptions> => ({
  method: 'POST',
  url: '/api/_uploads',
  ...(await formWith(file, form)),
})

/** Uploads that cause each of `pictureErrors` but that of the type, for `describeRefusals`. */
export const badPictures = <Scene>(
  send: (scene: Scene, file: Buffer) => Promise<LightMyRequestResponse>,
) => ({
  heicImage: (scene: Scene) => send(scene, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')),
  tooManyPixels: async (scene: Scene) => send(scene, await blank(9000, 9000)),
  damagedImage: async (scene: Scene) => send(scene, (await picture(1)).subarray(0, 100)),
  emptyImage: (scene: Scene) => send(scene, Buffer.alloc(0)),
})

/** A PNG of one colour. */
const blank = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png({ palette: true, colors: 2 })
    .toBuffer()

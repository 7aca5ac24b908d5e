import type { InjectOptions } from 'fastify'
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

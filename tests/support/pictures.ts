import { crc32, deflateSync } from 'node:zlib'
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

/** A PNG whose parts differ in brightness, so that it is not too plain to be recognized. Different numbers give different pictures. */
export const drawing = (number: number, { width = 360, height = 320 } = {}): Promise<Buffer> => {
  const brightness = (at: number) => ((at + 1) * (number * 2 + 1) * 2_654_435_761) >>> 24
  return sharp(Buffer.from(Array.from({ length: 72 }, (_, at) => brightness(at))), {
    raw: { width: 9, height: 8, channels: 1 },
  })
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer()
}

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
  tooManyPixels: (scene: Scene) => send(scene, blank(9000, 9000)),
  damagedImage: async (scene: Scene) => send(scene, (await picture(1)).subarray(0, 100)),
  emptyImage: (scene: Scene) => send(scene, Buffer.alloc(0)),
  animationFormat: (scene: Scene) => send(scene, Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avifavis')),
})

/** A black PNG of one bit a pixel (https://www.w3.org/TR/png-3/), because sharp takes seconds for a large picture. */
function blank(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A GIF of as many frames, each of a colour of its own. */
export const animation = (frames: number, { width = 60, height = 40, delay = 100 } = {}): Promise<Buffer> => {
  const data = Buffer.alloc(frames * width * height * 3)
  for (let at = 0; at < data.length; at += 3) data[at + (Math.floor(at / (3 * width * height)) % 3)] = 200
  const raw = { width, height: frames * height, channels: 3, pageHeight: height } as const
  return sharp(data, { raw })
    .gif({ delay: Array.from({ length: frames }, () => delay) })
    .toBuffer()
}

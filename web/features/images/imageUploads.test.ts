import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { UploadOptions } from '../../data/uploads.ts'
import { acceptFiles, createImageUploads } from './imageUploads.ts'

const file = (name: string, type = 'image/png') => new File(['pixels'], name, { type })
const tooSoon = new ApiFailure({ status: 429, message: 'Too Many Requests.' })
const tooLarge = new ApiFailure({
  status: 400,
  code: 'file_size_exceeded',
  message: 'Max file size exceeded.',
})

interface Sent extends UploadOptions {
  readonly name: string
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
}

/** Uploads that the test completes. */
function scene() {
  const sent: Sent[] = []
  const waits: { ms: number; run: () => void }[] = []
  const uploads = createImageUploads({
    upload: (file, options) =>
      new Promise<Image>((resolve, reject) => {
        const succeed = () => resolve({ id: `id of ${file.name}`, url: `/images/${file.name}` } as Image)
        sent.push({ name: file.name, ...options, succeed, fail: reject })
        options.signal.addEventListener('abort', () => reject(options.signal.reason))
      }),
    later: (run, ms) => waits.push({ ms, run }),
  })
  return { uploads, sent, waits, states: () => uploads.images().map(({ upload }) => upload.state) }
}

/** Waits until all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

let open: Set<string>
beforeEach(() => {
  open = new Set()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${open.size}-${Math.random()}`
    open.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void open.delete(url))
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('images of a post that is being written', () => {
  it('are uploaded a few at a time, in order, with progress', async () => {
    const { uploads, sent, states } = scene()
    uploads.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting'])
    sent[1]?.onProgress(0.426)
    expect(uploads.images()[1]?.upload).toEqual({ state: 'uploading', percent: 42 })
    sent[1]?.succeed()
    await settled()
    expect(uploads.images()[1]?.upload).toMatchObject({ state: 'done', imageId: 'id of b', url: '/images/b' })
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('[CORE-4-045] [CORE-4-046] can be removed during their upload without a message', async () => {
    const { uploads, sent, states } = scene()
    uploads.add([file('a'), file('b')])
    expect(states()).toEqual(['uploading', 'uploading'])
    uploads.remove(uploads.images()[0]?.key ?? '')
    await settled()
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(uploads.images().map(({ name }) => name)).toEqual(['b'])
    expect(states()).toEqual(['uploading'])
  })

  it('are retried with increasing delays after a rate limit', async () => {
    const { uploads, sent, waits, states } = scene()
    uploads.add([file('a')])
    for (const ms of [1000, 2000, 3000, 4000]) {
      sent.at(-1)?.fail(tooSoon)
      await settled()
      expect(states()).toEqual(['uploading'])
      expect(waits.at(-1)?.ms).toBe(ms)
      waits.at(-1)?.run()
      await settled()
    }
    sent.at(-1)?.fail(tooSoon)
    await settled()
    expect(uploads.images()[0]?.upload).toEqual({ state: 'failed', error: tooSoon })
    expect(sent).toHaveLength(5)
  })

  it('that fail keep their position and can be retried', async () => {
    const { uploads, sent, states } = scene()
    uploads.add([file('a'), file('b')])
    sent[0]?.fail(tooLarge)
    await settled()
    expect(uploads.images()[0]?.upload).toEqual({ state: 'failed', error: tooLarge })
    uploads.retry(uploads.images()[0]?.key ?? '')
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
    sent[2]?.succeed()
    await settled()
    expect(states()).toEqual(['done', 'uploading'])
  })

  it('keep their alt texts and uploads when they are moved', () => {
    const { uploads } = scene()
    uploads.add(['a', 'b', 'c'].map((name) => file(name)))
    const keys = uploads.images().map(({ key }) => key)
    uploads.describe(keys[2] ?? '', 'A cat')
    uploads.move(keys[2] ?? '', keys[0] ?? '')
    expect(uploads.images().map(({ name, altText }) => [name, altText])).toEqual([
      ['c', 'A cat'],
      ['a', ''],
      ['b', ''],
    ])
  })

  it('leave no memory behind when they are removed or the form is closed', () => {
    const { uploads, sent } = scene()
    uploads.add([file('a'), file('b'), file('c')])
    expect(open.size).toBe(3)
    uploads.remove(uploads.images()[0]?.key ?? '')
    expect(open.size).toBe(2)
    uploads.clear()
    expect(open.size).toBe(0)
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  })

  it('of an earlier visit are equal to new uploads', () => {
    const { uploads, sent } = scene()
    const image = { imageId: '7', url: '/images/7.jpeg', name: 'a', altText: 'A cat', uploadedAt: 5 }
    uploads.restore([image])
    expect(uploads.images()).toMatchObject([
      { src: '/images/7.jpeg', altText: 'A cat', upload: { state: 'done', imageId: '7', uploadedAt: 5 } },
    ])
    expect(sent).toEqual([])
  })
})

describe('chosen files', () => {
  const room = (alreadyThere: number, most = 10) => ({ alreadyThere, most })
  const many = (count: number) => [...Array(count).keys()].map((number) => file(`${number}.png`))

  it('[CORE-5-009] are accepted up to ten, and no more', () => {
    const tooMany = 'Image posts cannot contain more than 10 images. Please select fewer images and continue.'
    expect(acceptFiles(many(10), room(0))).toMatchObject({ mistake: null })
    expect(acceptFiles(many(11), room(0))).toEqual({ files: [], mistake: tooMany })
    expect(acceptFiles(many(2), room(9))).toEqual({ files: [], mistake: tooMany })
    expect(acceptFiles(many(4), room(0, 3)).mistake).toMatch('more than 3 images')
  })

  it('[CORE-5-017] are accepted if they are images', () => {
    const [image, text] = [file('a.png'), file('a.txt', 'text/plain')]
    const mistake = 'Unsupported image format. Choose a JPEG, PNG, WebP, GIF or AVIF.'
    expect(acceptFiles([text, image], room(0))).toEqual({ files: [image], mistake })
    expect(acceptFiles([file('folder', '')], room(0))).toEqual({ files: [], mistake })
  })

  it.each(['', 'image/heic'])('are said to be HEIC if they are, when the browser calls that “%s”', (type) => {
    expect(acceptFiles([file('IMG_1.HEIC', type)], room(0))).toMatchObject({
      files: [],
      mistake: expect.stringMatching(/^HEIC isn't supported\. Save it as JPEG/),
    })
  })
})

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { Agent, type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import { type ApiError, errors } from '../../../contract/errors.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { uploadOf } from '../../../tests/support/pictures.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { deleteUnfinishedUploads } from '../../platform/http/upload.ts'
import { NobodyWaits } from '../../platform/http/workQueue.ts'
import { storeImage } from './store.ts'

let forum: Forum
let member: Member
let jpeg: Buffer
beforeAll(async () => {
  forum = await startForum({ UPLOAD_MAX_MIB: '1' })
  member = await forum.member('rio')
  jpeg = await picture(640, 480)
})
afterAll(() => forum.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'rgb(10,200,30)' } })
    .jpeg()
    .toBuffer()

const upload = async (client: Client, file: Buffer, options = {}) =>
  client.send(await uploadOf(file, options))
const rows = () => forum.db.selectFrom('images').selectAll().orderBy('id').execute()
const incoming = () => readdir(join(forum.config.dataDir, 'incoming'))

describe('an upload', () => {
  it('[CORE-3-004] [CORE-7-023] [CORE-7-024] in the field image is answered with the image, without copies', async () => {
    const response = await upload(member, jpeg)
    expect(response.statusCode).toBe(200)
    const image = response.json<Image>()
    expect(image).toEqual({
      id: expect.stringMatching(/^\d+$/),
      format: 'jpeg',
      mimetype: 'image/jpeg',
      width: 640,
      height: 480,
      size: expect.any(Number),
      averageColor: expect.stringMatching(/^rgb\((9|10|11),(199|200|201),(29|30|31)\)$/),
      url: expect.stringMatching(/^\/images\/\d+\.jpeg\?sig=[0-9A-Za-z_]{22}$/),
      copies: [],
      altText: null,
    })
    expect((await forum.app.inject(image.url)).rawPayload).toHaveLength(image.size)
    expect(await incoming()).toEqual([])
  })

  it('belongs to its uploader and is not in use', async () => {
    const { id } = (await upload(member, jpeg)).json<Image>()
    const row = (await rows()).find((one) => one.id === stored(id))
    expect(row).toMatchObject({
      uploader_id: stored(member.id),
      use: 'post',
      is_used: false,
      deleted_at: null,
    })
  })

  it('is converted by its content and not by its name', async () => {
    const png = await sharp(jpeg).png().toBuffer()
    const { url, ...image } = (await upload(member, png, { name: 'picture.pdf' })).json<Image>()
    expect(image).toMatchObject({ format: 'webp', mimetype: 'image/webp' })
    expect(url).toMatch(/^\/images\/[0-9a-f]+\.webp\?sig=/)
    expect((await member.get(url)).headers['content-type']).toBe('image/webp')
  })

  it.each<[string, Buffer, { field?: string; name?: string; error?: ApiError }]>([
    ['is not an image', Buffer.from('not an image'), { name: 'image.jpg' }],
    ['is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}],
    ['is empty', Buffer.alloc(0), { error: errors.emptyImage }],
    ['is in another field', Buffer.from('x'), { field: 'file' }],
    ['is in a field of an odd name', Buffer.from('x'), { field: '__proto__' }],
  ])('[CORE-5-018] that %s is refused, and nothing is kept', async (_case, file, { error, ...options }) => {
    const before = await rows()
    const response = await upload(member, file, options)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(error ?? errors.unsupportedImageFormat)
    expect(await rows()).toEqual(before)
    expect(await incoming()).toEqual([])
  })

  it('is refused if it is not a form, or a broken one', async () => {
    const send = (type: string, payload: string | Buffer) =>
      member.send({ method: 'POST', url: '/api/_uploads', headers: { 'content-type': type }, payload })
    expect((await send('image/jpeg', jpeg)).json()).toEqual(errors.fileSizeExceeded)
    expect((await send('application/json', '{}')).json()).toEqual(errors.fileSizeExceeded)
    expect((await member.post('/api/_uploads')).json()).toEqual(errors.fileSizeExceeded)
    expect((await send('multipart/form-data', 'x')).json()).toEqual(errors.unsupportedImageFormat)
    expect((await send('multipart/form-data; boundary=a', 'x')).json()).toEqual(errors.unsupportedImageFormat)
    const { headers, payload } = await formWith(jpeg)
    const cut = payload.subarray(0, payload.length / 2)
    expect((await send(headers['content-type'], cut)).json()).toEqual(errors.unsupportedImageFormat)
    expect(await incoming()).toEqual([])
  })

  it('may have other fields beside the file, and none of them too many', async () => {
    const boundary = 'limit'
    const form = (fields: number) =>
      Buffer.concat([
        ...Array.from({ length: fields }, (_, at) =>
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\nx\r\n`),
        ),
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`,
        ),
        jpeg,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
    const send = (fields: number) =>
      member.send({
        method: 'POST',
        url: '/api/_uploads',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: form(fields),
      })
    expect((await send(3)).statusCode).toBe(200)
    expect((await send(1000)).json()).toEqual(errors.unsupportedImageFormat)
  })

  it('[CORE-5-018] larger than the operator allows is refused, whether it says so before or not', async () => {
    const before = await rows()
    const { headers, payload } = await formWith(Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)]))
    const announced = await member.send({ method: 'POST', url: '/api/_uploads', headers, payload })
    expect(announced.statusCode).toBe(400)
    expect(announced.json()).toEqual({
      status: 400,
      code: 'file_size_exceeded',
      message: 'Max file size exceeded.',
    })
    const sent = await openRequest({ ...headers, 'transfer-encoding': 'chunked' })
    sent.end(payload)
    const [answer] = await once(sent, 'response')
    expect(await json(answer)).toEqual(errors.fileSizeExceeded)
    expect(await rows()).toEqual(before)
    expect(await incoming()).toEqual([])
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const before = await rows()
    const { headers, payload } = await formWith(jpeg)
    const sent = await openRequest({ ...headers, 'content-length': payload.length })
    sent.on('error', () => {})
    sent.write(payload.subarray(0, payload.length - 100))
    await expect.poll(async () => (await incoming()).length).toBe(1)
    sent.destroy()
    await expect.poll(incoming).toEqual([])
    expect(await rows()).toEqual(before)
  })

  it('is neither converted nor stored after its client has left', async () => {
    const before = await rows()
    const gone = { ...forum, signal: AbortSignal.abort() }
    const picture = { source: jpeg, use: 'post', uploaderId: stored(member.id) } as const
    await expect(storeImage(gone, picture)).rejects.toThrow(NobodyWaits)
    expect(await rows()).toEqual(before)
  })

  it('waits when its sender has ten in progress, while those of others do not', async () => {
    const eager = await forum.member('eager_one')
    const large = await picture(3000, 2000)
    const all = Promise.all([...Array(15).keys()].map(() => upload(eager, large)))
    const other = upload(member, jpeg)
    const statuses = (await all).map(({ statusCode }) => statusCode)
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect((await other).statusCode).toBe(200)
  })

  it('in progress when the program ended is discarded at the next start', async () => {
    const folder = join(forum.config.dataDir, 'incoming')
    const ended = spawnSync('true').pid
    // The parent of this process stands for another running server.
    for (const pid of [ended, process.pid, process.ppid]) await writeFile(join(folder, `${pid}-half`), jpeg)
    await deleteUnfinishedUploads(forum.config)
    expect(await readdir(folder)).toEqual([`${process.ppid}-half`])
    await rm(join(folder, `${process.ppid}-half`))
    expect((await upload(member, jpeg)).statusCode).toBe(200)
  })

  it('does not block the connection when it is refused halfway', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const { headers, payload } = await formWith(Buffer.alloc(900_000), { field: 'file' })
      const sent = await openRequest({ ...headers, 'content-length': payload.length }, agent)
      sent.end(payload)
      const [answer] = await once(sent, 'response')
      expect(await json(answer)).toEqual(errors.unsupportedImageFormat)
      const { headers: again, payload: image } = await formWith(jpeg)
      const next = await openRequest({ ...again, 'content-length': image.length }, agent)
      next.end(image)
      const [nextAnswer] = await once(next, 'response')
      expect(await json(nextAnswer)).toMatchObject({ width: 640 })
      expect(next.reusedSocket).toBe(true)
    } finally {
      agent.destroy()
    }
  })

  it('is refused before a byte of it is read: token, login, limit, in this order', async () => {
    const guest = await forum.guest()
    const form = await formWith(jpeg)
    const noToken = { method: 'POST', url: '/api/_uploads', payload: form.payload } as const
    expect(
      (await guest.send({ ...noToken, headers: { ...form.headers, 'x-csrf-token': '' } })).json(),
    ).toEqual(errors.unauthorized)
    expect((await upload(guest, jpeg)).json()).toEqual(errors.notLoggedIn)
  })

  it('counts against its own limit', async () => {
    const limited = await startForum({ RATE_LIMITS: 'on' })
    try {
      const eager = await limited.member('eager')
      // At once, because the limit is for a second.
      const answers = await Promise.all([...Array(6)].map(() => upload(eager, Buffer.from('x'))))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([400, 400, 400, 400, 400, 429])
    } finally {
      await limited.close()
    }
  })

  it('is refused, to guests too, where there are no image posts', async () => {
    const textsOnly = await startForum({ IMAGE_POSTS: 'off' })
    try {
      const guest = await textsOnly.guest()
      expect((await upload(guest, jpeg)).json()).toEqual(errors.noUploads)
      const writer = await textsOnly.member('writer')
      expect((await upload(writer, jpeg)).json()).toEqual({
        status: 403,
        code: 'no_image_posts',
        message: 'Image posts are not all allowed.',
      })
    } finally {
      await textsOnly.close()
    }
  })
})

/** An upload over a real connection, whose body has not been sent yet. */
async function openRequest(
  headers: OutgoingHttpHeaders,
  agent: Agent | false = false,
): Promise<ClientRequest> {
  if (!forum.app.server.listening) await forum.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = forum.app.server.address() as AddressInfo
  return request({
    port,
    method: 'POST',
    path: '/api/_uploads',
    headers: { ...headers, ...member.headers() },
    agent,
  })
}

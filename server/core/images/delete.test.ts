import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { wireId } from '../../../contract/ids.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { tasks } from '../../tasks.ts'
import { attachThumbnail } from './attach.ts'
import { deleteMarkedImages, deleteUnusedImages, detachImages } from './delete.ts'
import { originalPath } from './paths.ts'
import { storeThumbnail } from './store.ts'

const { signal } = new AbortController()
let forum: Forum
let author: Member
beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('author')
  await forum.community('birding')
})
afterAll(() => forum.close())
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(forum.db))

const imagesOf = async (publicId: string) =>
  (await author.get(`/api/posts/${publicId}`)).json<Post>().images.map(({ id, url }) => ({ id, url }))
const status = async (url: string) => (await forum.app.inject(url)).statusCode
const rowOf = (id: string) =>
  forum.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst()
const age = (id: string, hours: number) =>
  sql`update images set created_at = now() - make_interval(mins => ${hours * 60}::integer) where id = ${id}`.execute(
    forum.db,
  )
const addressOf = async (id: string) => {
  const row = await rowOf(id)
  return `/images/${id}.jpeg?sig=${row?.secret}`
}
const imagePost = async () => {
  const { publicId } = await forum.post(author, 'birding', { type: 'image', images: 2 })
  return { publicId, images: await imagesOf(publicId) }
}
const deleteContent = async (publicId: string) => {
  const response = await author.delete(`/api/posts/${publicId}?deleteContent=true`)
  expect(response.statusCode).toBe(200)
}

describe('uploads that nothing uses', () => {
  it('are removed after twelve hours, with their files, and not before', async () => {
    const [old, young] = [await forum.upload(author), await forum.upload(author)]
    const [oldUrl, youngUrl] = [await addressOf(old.id), await addressOf(young.id)]
    await age(old.id, 12.1)
    await age(young.id, 11.9)
    await deleteUnusedImages(forum, signal)
    expect(await rowOf(old.id)).toBeUndefined()
    expect(await status(oldUrl)).toBe(404)
    expect(await rowOf(young.id)).toBeDefined()
    expect(await status(youngUrl)).toBe(200)
  })

  it('stay when a post shows them', async () => {
    const { images } = await imagePost()
    for (const { id } of images) await age(id, 100)
    await deleteUnusedImages(forum, signal)
    for (const { url } of images) expect(await status(url)).toBe(200)
  })

  it('are also removed if the program died before their file was stored or recorded', async () => {
    const died = async (files: FileStore) => {
      const source = { ...forum, files }
      await expect(storeThumbnail(source, await picture(1))).rejects.toThrow('died')
      return forum.db.selectFrom('images').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    }
    const die = async () => {
      throw new Error('died')
    }
    const withoutFile = await died({ ...forum.files, put: die })
    const withFile = await died({
      ...forum.files,
      put: async (place, bytes) => {
        await forum.files.put(place, bytes)
        await die()
      },
    })
    expect([withoutFile.stored_at, withFile.stored_at]).toEqual([null, null])
    expect(await forum.files.has(originalPath(withFile))).toBe(true)
    for (const { id } of [withoutFile, withFile]) await age(id, 13)
    await deleteUnusedImages(forum, signal)
    expect(await forum.files.has(originalPath(withFile))).toBe(false)
    expect([await rowOf(withoutFile.id), await rowOf(withFile.id)]).toEqual([undefined, undefined])
  })

  it('cannot be used in a post once their removal has begun', async () => {
    const { id } = await forum.upload(author)
    await age(id, 13)
    const files: FileStore = {
      ...forum.files,
      deleteFolder: async (...given) => {
        const post = await author.post('/api/posts', {
          type: 'image',
          title: 'Too late',
          community: 'birding',
          images: [{ imageId: id }],
        })
        expect(post.statusCode).toBe(404)
        return forum.files.deleteFolder(...given)
      },
    }
    await deleteUnusedImages({ db: forum.db, files }, signal)
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('images of a post whose content is deleted', () => {
  it('are not shown any more, and a job deletes their files', async () => {
    const { publicId, images } = await imagePost()
    await deleteContent(publicId)
    expect(await imagesOf(publicId)).toEqual([])
    const jobs = await startJobs(
      forum.connection,
      forum,
      tasks.filter(({ name }) => name === 'delete_images'),
      () => {},
    )
    await expect.poll(() => Promise.all(images.map(({ id }) => rowOf(id)))).toEqual([undefined, undefined])
    await jobs.stop()
    for (const { url } of images) expect(await status(url)).toBe(404)
  })

  it('are kept when the deletion is rolled back', async () => {
    const { publicId, images } = await imagePost()
    const { id } = (await author.get(`/api/posts/${publicId}`)).json<Post>()
    await expect(
      forum.db.transaction().execute(async (trx) => {
        await detachImages(trx, { postIds: [id], commentIds: [] })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await deleteMarkedImages(forum, signal)
    expect(await imagesOf(publicId)).toEqual(images)
    for (const { url } of images) expect(await status(url)).toBe(200)
    const { rows } = await sql`select from graphile_worker.jobs`.execute(forum.db)
    expect(rows).toHaveLength(0)
  })

  it('are removed in a second run when the first one died between file and row', async () => {
    const { publicId, images } = await imagePost()
    await deleteContent(publicId)
    let deleted = 0
    const files: FileStore = {
      ...forum.files,
      deleteFolder: async (...given) => {
        await forum.files.deleteFolder(...given)
        deleted += 1
        if (deleted === 1) throw new Error('died')
      },
    }
    await expect(deleteMarkedImages({ db: forum.db, files }, signal)).rejects.toThrow('died')
    expect(await rowOf(images[0]?.id ?? '')).toBeDefined()
    // One failure does not prevent the other deletion.
    expect(await rowOf(images[1]?.id ?? '')).toBeUndefined()
    await deleteMarkedImages(forum, signal)
    for (const { id, url } of images) {
      expect(await rowOf(id)).toBeUndefined()
      expect(await status(url)).toBe(404)
    }
  })
})

describe('the thumbnail of a link', () => {
  const linkPost = async () => {
    const url = 'https://example.com/herons'
    const { id, publicId } = await forum.post(author, 'birding', { type: 'link', url })
    return { id, publicId, url }
  }
  const linkOf = async (publicId: string) => (await author.get(`/api/posts/${publicId}`)).json<Post>().link

  it('belongs to its post, with copies, and is used', async () => {
    const post = await linkPost()
    const imageId = await storeThumbnail(forum, await picture(2))
    await attachThumbnail(forum.db, { postId: post.id, url: post.url, imageId })
    expect((await linkOf(post.publicId))?.image).toMatchObject({
      id: wireId('image', imageId),
      copies: [{ name: 'tiny' }, { name: 'desktop' }, { name: 'mobile' }],
    })
    expect(await rowOf(imageId)).toMatchObject({ is_used: true, uploader_id: null })
  })

  it('stays unused when the post has another link, another picture or no content any more', async () => {
    const [other, taken, deleted] = [await linkPost(), await linkPost(), await linkPost()]
    const first = await storeThumbnail(forum, await picture(3))
    await attachThumbnail(forum.db, { postId: taken.id, url: taken.url, imageId: first })
    await deleteContent(deleted.publicId)
    for (const { id, url } of [{ ...other, url: 'https://example.com/' }, taken, deleted]) {
      const imageId = await storeThumbnail(forum, await picture(4))
      await attachThumbnail(forum.db, { postId: id, url, imageId })
      expect(await rowOf(imageId)).toMatchObject({ is_used: false })
    }
    expect((await linkOf(taken.publicId))?.image?.id).toBe(wireId('image', first))
  })

  it('is deleted with the content of its post', async () => {
    const post = await linkPost()
    const imageId = await storeThumbnail(forum, await picture(5))
    await attachThumbnail(forum.db, { postId: post.id, url: post.url, imageId })
    const url = await addressOf(imageId)
    await deleteContent(post.publicId)
    await deleteMarkedImages(forum, signal)
    expect(await status(url)).toBe(404)
    expect(await rowOf(imageId)).toBeUndefined()
  })
})

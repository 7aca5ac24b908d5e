import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
})
afterAll(() => forum.close())

const newPost = () => forum.post(author, 'birding')
const announce = (member: Member, { publicId }: { publicId: string }) =>
  member.put(`/api/posts/${publicId}?action=announce`)
const announcedBy = async ({ id }: { id: string }) =>
  (await forum.db.selectFrom('announcements').select('announced_by').where('post_id', '=', id).execute()).map(
    (row) => row.announced_by,
  )

describe('announcing a post', () => {
  it('[CORE-7-016] is stored, and returns the post', async () => {
    const post = await newPost()
    const answer = await announce(admin, post)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: post.id, publicId: post.publicId })
    expect(await announcedBy(post)).toEqual([stored(admin.id)])
  })

  it('[CORE-8-014] is refused twice, also concurrently', async () => {
    const post = await newPost()
    const answers = await Promise.all(Array.from({ length: 5 }, () => announce(admin, post)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refusal = await announce(admin, post)
    expect(refusal.statusCode).toBe(409)
    expect(refusal.json()).toEqual(errors.alreadyAnnounced)
    expect(await announcedBy(post)).toHaveLength(1)
  })

  it.each<[string, () => Member]>([
    ['its author', () => author],
    ['a moderator', () => moderator],
  ])('is refused to %s', async (_who, who) => {
    const post = await newPost()
    expect((await announce(who(), post)).json()).toEqual(errors.notAdmin)
    expect(await announcedBy(post)).toEqual([])
  })

  it('is refused for deleted and unknown posts', async () => {
    const post = await newPost()
    await author.delete(`/api/posts/${post.publicId}`)
    expect((await announce(admin, post)).json()).toEqual(errors.postNotFound)
    expect(await announcedBy(post)).toEqual([])
    expect((await announce(admin, { publicId: 'nowhere1' })).json()).toEqual(errors.postNotFound)
  })
})

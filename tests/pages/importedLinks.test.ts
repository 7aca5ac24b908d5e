import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ForumWithPages, startForumWithPages } from '../support/pages.ts'
import { stored } from '../support/wireIds.ts'

let forum: ForumWithPages
beforeAll(async () => {
  forum = await startForumWithPages()
})
afterAll(() => forum.close())

it('redirects links to comments from before an import to the comments, and unknown ones to the post', async () => {
  const rio = await forum.member('rio')
  await forum.community('garden')
  const post = await forum.post(rio, 'garden')
  const { id } = await forum.comment(rio, post, 'first')
  const path = `/garden/post/${post.publicId}`
  const sourceId = '17c0275c000a1a220dff0033'
  await forum.db
    .insertInto('imported_comments')
    .values({ source_id: sourceId, comment_id: stored(id) })
    .execute()
  for (const who of [undefined, rio]) {
    expect(await forum.read(`${path}/${sourceId}?sort=new`, who)).toMatchObject({
      status: 301,
      location: `${path}/${id}?sort=new`,
    })
    expect((await forum.read(`${path}/${id}`, who)).status).toBe(200)
    expect(await forum.read(`${path}/${sourceId.replace('33', '34')}`, who)).toMatchObject({
      status: 302,
      location: path,
    })
  }
})

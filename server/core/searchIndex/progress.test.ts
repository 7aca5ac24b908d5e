import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Client
let posts: readonly { id: string }[]

beforeAll(async () => {
  forum = await startForum({ CACHES: 'off' })
  const rowan = await forum.member('rowan', { isAdmin: true })
  admin = rowan
  await forum.community('moss', rowan)
  posts = [await forum.post(rowan, 'moss'), await forum.post(rowan, 'moss'), await forum.post(rowan, 'moss')]
})
afterAll(() => forum.close())

/** As an import leaves it, and each batch of the job. */
async function setProgress(afterId: string, isFinished: boolean) {
  await forum.db
    .updateTable('search_progress')
    .set({ after_id: afterId, is_finished: isFinished })
    .where('subject', '=', 'posts')
    .execute()
  await forum.db
    .updateTable('search_progress')
    .set({ is_finished: true })
    .where('subject', '=', 'comments')
    .execute()
}

it('comes with every search for texts and to admins, as long as the job has texts left', async () => {
  const shown = async () => {
    const found = [
      await admin.get('/api/search?q=owls'),
      await admin.get('/api/search?q=owls&in=comments'),
      await admin.get('/api/_admin/system'),
    ]
    return found.map((answer) => answer.json().searchProgress)
  }
  const ids = await forum.db.selectFrom('posts').select('id').orderBy('id').execute()
  await setProgress('0', false)
  expect(await shown()).toEqual(Array(3).fill({ indexed: 0, total: posts.length }))
  await setProgress(ids[0]?.id ?? '', false)
  expect(await shown()).toEqual(Array(3).fill({ indexed: 1, total: posts.length }))
  await setProgress(ids.at(-1)?.id ?? '', false)
  expect(await shown()).toEqual([null, null, null])
  await setProgress('0', true)
  expect(await shown()).toEqual([null, null, null])
})

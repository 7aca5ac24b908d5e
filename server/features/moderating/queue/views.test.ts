import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { type Forum, type Member, startForum } from '../../../../tests/support/forum.ts'

let forum: Forum
let moderator: Member
let colleague: Member

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  colleague = await forum.moderator('moderator_c', 'birding')
})
afterAll(() => forum.close())

const save = (views: { name: string; query: string }[], who = moderator) =>
  who.put('/api/modqueue/views', { views })
const list = async (who = moderator) =>
  (await who.get('/api/modqueue/views')).json<{ views: object[] }>().views

it('moderators save views of the queue, each their own, in their order', async () => {
  const views = [
    { name: 'Removed posts', query: 'kind=removed&filter=posts' },
    { name: 'All', query: '' },
  ]
  expect(await list()).toEqual([])
  expect((await save(views)).json()).toEqual({ views })
  expect(await list()).toEqual(views)
  expect(await list(colleague)).toEqual([])
  await save(views.toReversed())
  expect(await list()).toEqual(views.toReversed())
  await save([])
  expect(await list()).toEqual([])
})

it('keeps what the page understands, and trims names', async () => {
  const answer = await save([
    { name: ' Spam ', query: '?next=1.2&reason=3&kind=reported&evil=%22&rule=No%20ads&kind=new' },
  ])
  expect(answer.json()).toEqual({ views: [{ name: 'Spam', query: 'kind=reported&reason=3&rule=No+ads' }] })
})

it.each([
  ['without a name', [{ name: ' ', query: '' }]],
  [
    'two of one name',
    [
      { name: 'Spam', query: '' },
      { name: 'spam', query: '' },
    ],
  ],
])('is refused %s', async (_what, views) => {
  const before = await list()
  expect((await save(views)).json()).toEqual(errors.invalidQueueView)
  expect(await list()).toEqual(before)
})

it('is refused for more than a moderator can have', async () => {
  const views = Array.from({ length: limits.queueViewsMax + 1 }, (_, n) => ({ name: `View ${n}`, query: '' }))
  expect((await save(views)).statusCode).toBe(400)
})

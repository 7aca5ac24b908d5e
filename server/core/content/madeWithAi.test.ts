import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { storedId } from '../../../contract/ids.ts'
import type { MadeWithAiPolicy } from '../../../contract/words.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let author: Member
let moderator: Member
let admin: Member
let communityId: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  communityId = (await forum.community('birding', admin)).id
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
})
afterAll(() => forum.close())
const allow = (madeWithAi: MadeWithAiPolicy) => admin.put(`/api/communities/${communityId}`, { madeWithAi })
beforeEach(() => allow('allowed'))

/** Posts and comments work the same way. */
interface Kind {
  readonly write: (fields?: object) => ReturnType<Member['post']>
  readonly pathOf: (written: { id: string; publicId: string }) => string
  readonly readPathOf: Kind['pathOf']
  /** What an edit has to name besides the mark. */
  readonly edit: object
}

const kinds: Record<'post' | 'comment', Kind> = {
  post: {
    write: (fields = {}) =>
      author.post('/api/posts', { title: 'A poem', body: 'A text', community: 'birding', ...fields }),
    pathOf: ({ publicId }) => `/api/posts/${publicId}`,
    readPathOf: ({ publicId }) => `/api/posts/${publicId}`,
    edit: {},
  },
  comment: {
    async write(fields = {}) {
      const { publicId } = await forum.post(author, 'birding')
      return author.post(`/api/posts/${publicId}/comments`, { body: 'A text', ...fields })
    },
    pathOf: ({ id }) => `/api/posts/any/comments/${id}`,
    readPathOf: ({ id }) => `/api/comments/${id}`,
    edit: { body: 'A text' },
  },
}

describe.each(Object.entries(kinds))('the mark “Made with AI” of a %s', (_name, kind) => {
  const markOf = async (written: Parameters<Kind['pathOf']>[0]) =>
    (await (await forum.guest()).get(kind.readPathOf(written))).json().madeWithAiBy
  const edit = (written: Parameters<Kind['pathOf']>[0], isMadeWithAi: boolean) =>
    author.put(kind.pathOf(written), { ...kind.edit, isMadeWithAi })

  it('is set by its author, kept by edits, and taken off by its author', async () => {
    const unmarked = (await kind.write()).json()
    expect(unmarked).not.toHaveProperty('madeWithAiBy')
    const written = (await kind.write({ isMadeWithAi: true })).json()
    expect(written).toMatchObject({ madeWithAiBy: 'author' })
    const edited = await author.put(kind.pathOf(written), { title: 'A new title', body: 'A new text' })
    expect(edited.json()).toMatchObject({ madeWithAiBy: 'author' })
    expect((await edit(written, false)).json()).not.toHaveProperty('madeWithAiBy')
    expect(await markOf(written)).toBeUndefined()
    expect((await edit(written, true)).json()).toMatchObject({ madeWithAiBy: 'author' })
    expect(await markOf(written)).toBe('author')
  })

  it('is set and taken off by moderators, with an entry in the log, and stays against its author', async () => {
    const written = (await kind.write({ isMadeWithAi: true })).json()
    const act = (who: Member, action: string) => who.put(`${kind.pathOf(written)}?action=${action}`)
    expect((await act(author, 'markAsAi')).json()).toEqual(errors.notModeratorNorAdmin)
    for (let twice = 0; twice < 2; twice += 1)
      expect((await act(moderator, 'markAsAi&reason=Stock%20phrases')).json()).toMatchObject({
        madeWithAiBy: 'mods',
      })
    expect((await edit(written, false)).json()).toEqual(errors.madeWithAiByStaff)
    expect((await edit(written, true)).json()).toMatchObject({ madeWithAiBy: 'mods' })
    expect((await act(admin, 'unmarkAsAi')).json()).not.toHaveProperty('madeWithAiBy')
    await act(admin, 'unmarkAsAi')
    const logged = await forum.db
      .selectFrom('moderation_log')
      .where('action', 'in', ['mark_ai', 'unmark_ai'])
      .where(
        kind === kinds.post ? 'post_id' : 'comment_id',
        '=',
        storedId(kind === kinds.post ? 'post' : 'comment', written.id),
      )
      .select(['action', 'acted_as', 'reason'])
      .orderBy('id')
      .execute()
    expect(logged).toEqual([
      { action: 'mark_ai', acted_as: 'mods', reason: 'Stock phrases' },
      { action: 'unmark_ai', acted_as: 'mods', reason: null },
    ])
  })

  it('is refused where the community says so, but what is there stays', async () => {
    const marked = (await kind.write({ isMadeWithAi: true })).json()
    const unmarked = (await kind.write()).json()
    await allow('refused')
    expect((await kind.write({ isMadeWithAi: true })).json()).toEqual(errors.madeWithAiRefused)
    expect((await kind.write()).statusCode).toBe(200)
    expect((await edit(unmarked, true)).json()).toEqual(errors.madeWithAiRefused)
    expect((await edit(marked, true)).json()).toMatchObject({ madeWithAiBy: 'author' })
    expect((await moderator.put(`${kind.pathOf(unmarked)}?action=markAsAi`)).statusCode).toBe(200)
    await allow('marked')
    expect((await kind.write({ isMadeWithAi: true })).json()).toMatchObject({ madeWithAiBy: 'author' })
  })
})

it('is among the settings of the community', async () => {
  expect((await admin.put(`/api/communities/${communityId}`, { madeWithAi: 'marked' })).json()).toMatchObject(
    {
      madeWithAi: 'marked',
    },
  )
  expect((await admin.put(`/api/communities/${communityId}`, { madeWithAi: 'loved' })).json()).toEqual(
    errors.invalidCommunitySetting,
  )
})

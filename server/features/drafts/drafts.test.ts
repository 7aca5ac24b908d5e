import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'
import { deleteOldRows } from '../retention/deleteOldRows.ts'

let forum: Forum
let made = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const newMember = () => forum.member(`drafter_${++made}`)
// A public id may have an underscore.
const place = 'reply:aB3d_6gH'
const save = (who: Client, body: object, at = place) => who.put(`/api/drafts/${at}`, body)
const get = async (who: Client, at = place) => (await who.get(`/api/drafts/${at}`)).json().draft
const list = async (who: Client) => (await who.get('/api/drafts')).json().drafts

describe('a draft', () => {
  it('keeps the mark Made with AI, and has none where the device sent none', async () => {
    const author = await newMember()
    const marks = async () => [(await get(author)).isMadeWithAi, (await list(author))[0].isMadeWithAi]
    let basedOn = (await save(author, { body: 'Half a ' })).json().draft.revision
    expect(await marks()).toEqual([undefined, undefined])
    for (const isMadeWithAi of [true, false]) {
      const answer = (await save(author, { body: 'Half a ', isMadeWithAi, basedOn })).json()
      expect([answer.isSaved, ...(await marks())]).toEqual([true, isMadeWithAi, isMadeWithAi])
      basedOn = answer.draft.revision
    }
    // Another device with the same text, but another mark, has not seen it.
    const other = { body: 'Half a ', isMadeWithAi: true, basedOn: null }
    expect((await save(author, other)).json().isSaved).toBe(false)
  })

  it('is available on every device of its author, and to nobody else', async () => {
    const [author, other] = [await newMember(), await newMember()]
    const saved = (await save(author, { body: 'Half a ', title: 'On moss', community: 'birding' })).json()
    expect(saved).toEqual({
      isSaved: true,
      draft: {
        place,
        revision: expect.stringMatching(/^\d+$/),
        type: 'text',
        title: 'On moss',
        body: 'Half a ',
        url: '',
        community: 'birding',
        savedAt: expect.stringMatching(/^20.*Z$/),
      },
    })
    expect(await get(author)).toEqual(saved.draft)
    const { body, ...others } = saved.draft
    expect(await list(author)).toEqual([{ ...others, excerpt: body }])
    expect(await get(other)).toBeNull()
    expect(await list(other)).toEqual([])
    await other.delete(`/api/drafts/${place}`)
    expect(await get(author)).not.toBeNull()
  })

  it('is replaced only with its current revision', async () => {
    const author = await newMember()
    const first = (await save(author, { body: 'One' })).json().draft
    const second = (await save(author, { body: 'Two', basedOn: first.revision })).json()
    expect(second).toMatchObject({ isSaved: true, draft: { body: 'Two' } })
    for (const basedOn of [first.revision, null, 'abc'])
      expect((await save(author, { body: 'Three', basedOn })).json()).toEqual({
        isSaved: false,
        draft: second.draft,
      })
    // The same text is no conflict.
    expect((await save(author, { body: 'Two' })).json()).toMatchObject({ isSaved: true })
    const { revision } = await get(author)
    expect((await save(author, { body: 'Three', basedOn: revision })).json().isSaved).toBe(true)
  })

  it('saved by two devices concurrently is one of both, and the other gets a conflict', async () => {
    const author = await newMember()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (body) => (await save(author, { body })).json()),
    )
    expect(answers.filter(({ isSaved }) => isSaved)).toHaveLength(1)
    const stored = await get(author)
    for (const { draft } of answers) expect(draft).toEqual(stored)
  })

  it('can be deleted, also twice, and is deleted with the account', async () => {
    const author = await newMember()
    await save(author, { body: 'One' })
    for (let times = 0; times < 2; times += 1)
      expect((await author.delete(`/api/drafts/${place}`)).json()).toEqual({ success: true })
    expect(await get(author)).toBeNull()
  })

  it(`replaces the oldest when there are ${limits.draftsMax}`, async () => {
    const author = await newMember()
    await sql`insert into drafts (user_id, place, body, saved_at)
      select ${author.id}, 'post:old' || number, 'Old', now() - make_interval(hours => number)
      from generate_series(1, ${sql.lit(limits.draftsMax)}) as number`.execute(forum.db)
    await save(author, { body: 'New' })
    const places = (await list(author)).map((draft: { place: string }) => draft.place)
    expect(places).toHaveLength(limits.draftsMax)
    expect(places[0]).toBe(place)
    expect(places).not.toContain(`post:old${limits.draftsMax}`)
    // An existing one replaces no other.
    await save(author, { body: 'Newer' }, 'post:old1')
    expect(await list(author)).toHaveLength(limits.draftsMax)
  })

  it('is cut at the maximum lengths of a post', async () => {
    const author = await newMember()
    await save(author, {
      body: 'ä'.repeat(20_001),
      title: 'a'.repeat(400),
      url: 'b'.repeat(9000),
      community: 'c'.repeat(30),
    })
    const draft = await get(author)
    expect([draft.body, draft.title, draft.url, draft.community].map((text) => text.length)).toEqual([
      20_000, 300, 8000, 21,
    ])
    expect((await list(author))[0].excerpt).toHaveLength(limits.draftExcerptLength)
  })

  it.each([
    'post',
    'post:',
    'post:a/b',
    'post:a b',
    'vote:abc',
    `post:${'a'.repeat(25)}`,
    'reply:abc:def',
    'edit:a:1:2',
  ])('is not kept for %j', async (at) => {
    const author = await newMember()
    const path = `/api/drafts/${encodeURIComponent(at)}`
    for (const answer of [
      await author.get(path),
      await author.put(path, { body: 'One' }),
      await author.delete(path),
    ])
      expect(answer.json()).toEqual(errors.invalidDraftPlace)
    expect(await list(author)).toEqual([])
  })

  it('is refused when it is empty or of no type', async () => {
    const author = await newMember()
    expect((await save(author, { body: ' \n' })).json()).toEqual(errors.emptyDraft)
    expect((await save(author, { body: 'One', type: 'poll' })).json()).toEqual(errors.unsupportedPostType)
    expect(await list(author)).toEqual([])
  })

  it.each([
    [limits.draftDays + 1, 0],
    [limits.draftDays - 1, 1],
  ])('last saved %i days ago: %i stay', async (daysAgo, left) => {
    const author = await newMember()
    await save(author, { body: 'One' })
    await sql`update drafts set saved_at = now() - make_interval(days => ${sql.lit(daysAgo)}) where user_id = ${author.id}`.execute(
      forum.db,
    )
    const never = {
      keepNotificationsDays: 0,
      keepVisitsDays: 0,
      keepAnalyticsDays: 0,
      keepAddressesDays: 0,
      keepLogsDays: 0,
    }
    await deleteOldRows(forum.database.db, never, new AbortController().signal)
    expect(await list(author)).toHaveLength(left)
  })
})

import { describe, expect, it } from 'vitest'
import { madeWithAiPolicies } from '../../../contract/words.ts'
import { readHtml } from '../../../tests/support/html.ts'
import { startPlainForms, tokenOf } from '../../../tests/support/plainForms.ts'

const { forum, member, newPost, open, send } = await startPlainForms()

const setPolicy = (policy: (typeof madeWithAiPolicies)[number]) =>
  forum.db.updateTable('communities').where('name', '=', 'moss').set({ made_with_ai: policy }).execute()

/** The form of a page, as a browser sends it: with boxes that are ticked alone. */
function formOf({ body }: { body: string }) {
  const page = readHtml(body)
  const [box] = page.all('input', { name: 'isMadeWithAi' })
  const sent = [...page.all('input'), ...page.all('textarea')].flatMap(({ attribs, ...field }) =>
    attribs.type === 'checkbox' && (attribs.checked === undefined || attribs.disabled !== undefined)
      ? []
      : [
          [
            attribs.name ?? '',
            attribs.value ?? (field.name === 'textarea' ? 'A text that is long enough.' : ''),
          ],
        ],
  )
  return {
    box: box && { isTicked: box.attribs.checked !== undefined, isFixed: box.attribs.disabled !== undefined },
    fields: Object.fromEntries(sent) as Record<string, string>,
    text: body,
  }
}

describe.each(['post', 'comment'] as const)('the mark Made with AI of a %s, without scripts', (kind) => {
  const written = async () => {
    const post = await forum.post(member, 'moss', { title: 'Mushrooms', body: 'Edible?' })
    if (kind === 'post')
      return { path: `/-/edit-post?post=${post.publicId}`, url: `/api/posts/${post.publicId}`, id: post.id }
    const { id } = await forum.comment(member, post, 'Damp.')
    return { path: `/-/edit-comment?comment=${id}`, url: `/api/comments/${id}`, id }
  }
  const pathOfNew = async () =>
    kind === 'post' ? '/-/post?community=moss' : `/-/comment?post=${(await newPost()).publicId}`
  const markerAt = async (url: string) => (await member.get(url)).json().madeWithAiBy

  it('is set with something new, and only when it is ticked', async () => {
    await setPolicy('allowed')
    const { box, fields } = formOf(await open(member, await pathOfNew()))
    expect(box).toEqual({ isTicked: false, isFixed: false })
    for (const [ticked, marker] of [
      [{ isMadeWithAi: 'on' }, 'author'],
      [{}, undefined],
    ] as const) {
      const answer = await send(member, kind, { ...fields, title: 'A walk', ...ticked, key: '' })
      expect(answer.statusCode).toBe(303)
      const location = answer.headers.location ?? ''
      const url =
        kind === 'post'
          ? `/api/posts/${location.split('/').at(-1)}`
          : `/api/comments/${location.split('#comment-').at(-1)}`
      expect(await markerAt(url)).toBe(marker)
    }
  })

  it('is set, kept and taken off by an edit', async () => {
    await setPolicy('allowed')
    const { path, url } = await written()
    const form = `edit-${kind}`
    const first = formOf(await open(member, path))
    await send(member, form, { ...first.fields, isMadeWithAi: 'on' })
    expect(await markerAt(url)).toBe('author')
    const second = formOf(await open(member, path))
    expect(second.box).toEqual({ isTicked: true, isFixed: false })
    await send(member, form, second.fields)
    expect(await markerAt(url)).toBe('author')
    const { isMadeWithAi: _, ...unticked } = second.fields
    await send(member, form, unticked)
    expect(await markerAt(url)).toBeUndefined()
  })

  it('of moderators is shown, and stays', async () => {
    await setPolicy('allowed')
    const { path, url, id } = await written()
    await forum.db
      .updateTable(kind === 'post' ? 'posts' : 'comments')
      .where('id', '=', id)
      .set({ made_with_ai_by: 'mods' })
      .execute()
    const { box, fields } = formOf(await open(member, path))
    expect(box).toEqual({ isTicked: true, isFixed: true })
    expect((await send(member, `edit-${kind}`, fields)).statusCode).toBe(303)
    expect(await markerAt(url)).toBe('mods')
  })

  it.each(madeWithAiPolicies)('is offered as the community has it: %s', async (policy) => {
    await setPolicy(policy)
    const edited = formOf(await open(member, (await written()).path))
    const texts = {
      allowed: false,
      marked: 'Required in this community if AI was used.',
      refused: 'allow content made with AI.',
    } as const
    expect(edited.box === undefined).toBe(policy === 'refused')
    for (const text of Object.values(texts))
      if (text) expect(edited.text.includes(text)).toBe(text === texts[policy])
    const below = formOf(await open(member, `/moss/post/${(await newPost()).publicId}`))
    expect(below.box === undefined).toBe(policy === 'refused')
    for (const text of Object.values(texts))
      if (text) expect(below.text.includes(text)).toBe(text === texts[policy])
    const { fields } = formOf(await open(member, await pathOfNew()))
    const answer = await send(member, kind, { ...fields, title: 'A walk', isMadeWithAi: 'on' })
    expect(answer.statusCode).toBe(policy === 'refused' ? 403 : 303)
    if (policy === 'refused') expect(answer.body).toContain('allow content made with AI.')
  })

  it('stays ticked when the form is refused', async () => {
    await setPolicy('allowed')
    const { fields } = formOf(await open(member, await pathOfNew()))
    const answer = await send(member, kind, {
      ...fields,
      title: 'A',
      body: '',
      isMadeWithAi: 'on',
      token: tokenOf(member),
    })
    expect([answer.statusCode, formOf(answer).box?.isTicked]).toEqual([400, true])
  })
})

it('is offered in the box below a post', async () => {
  await setPolicy('marked')
  const post = await newPost()
  const page = readHtml((await open(member, `/moss/post/${post.publicId}`)).body)
  expect(page.all('input', { form: 'write', name: 'isMadeWithAi' })).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { passwordOf } from '../../../tests/support/forum.ts'
import { holdNewMembers } from '../../../tests/support/held.ts'
import { readHtml } from '../../../tests/support/html.ts'
import { pageOf, startPlainForms, tokenOf } from '../../../tests/support/plainForms.ts'

const { admin, commentsOf, forum, member, newPost, open, send, sendAs, userOf } = await startPlainForms()

describe('a form', () => {
  it.each([
    ['of another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
    [
      'of another host of this domain',
      { origin: 'http://other.forum.example', 'sec-fetch-site': 'same-site' },
    ],
    ['of another site, from an old browser', { origin: 'https://elsewhere.example' }],
    ['of nobody knows where', { origin: 'null' }],
    ['of a program that says nothing', {}],
    ['that was opened by hand', { 'sec-fetch-site': 'none' }],
  ])('%s is refused, also with the right token', async (_where, from) => {
    const post = await newPost()
    const answer = await sendAs(member, 'comment', { post: post.publicId, body: 'Forged.' }, { from })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('sent from this site')
    expect(await commentsOf(post)).toEqual([])
    const login = await send(null, 'login', { username: 'rowan', password: passwordOf('rowan') }, { from })
    expect([login.statusCode, await userOf(login)]).toEqual([403, null])
  })

  it.each([
    ['without a token', () => ''],
    ['with the token of someone else', () => tokenOf(admin)],
  ])('%s is refused, and keeps what was typed for the next time', async (_how, token) => {
    const post = await newPost()
    const answer = await send(member, 'comment', { token: token(), post: post.publicId, body: 'Old.' })
    expect(answer.statusCode).toBe(401)
    const { message, fields } = pageOf(answer)
    expect(message).toContain('since you opened this page')
    expect(fields).toMatchObject({ body: 'Old.', post: post.publicId, token: tokenOf(member) })
    expect(await commentsOf(post)).toEqual([])
    expect((await send(member, 'comment', fields)).statusCode).toBe(303)
    expect((await commentsOf(post)).map(({ body }) => body)).toEqual(['Old.'])
  })

  it('with more fields than any form has is refused before they are read', async () => {
    const fields = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`field${n}`, 'x']))
    const post = await newPost()
    const answer = await sendAs(member, 'comment', { ...fields, post: post.publicId, body: 'Many.' })
    expect(answer.statusCode).toBe(400)
    expect(await commentsOf(post)).toEqual([])
  })

  it('of a browser that does not say from where, but which page, is accepted', async () => {
    const post = await newPost()
    const from = { origin: 'http://forum.example' }
    expect((await sendAs(member, 'comment', { post: post.publicId, body: 'Hi.' }, { from })).statusCode).toBe(
      303,
    )
  })

  it.each([
    ['POST', 'no-such', 404],
    ['POST', 'more', 404],
    ['GET', 'no-such', 404],
    ['GET', 'act', 404],
  ] as const)('%s %s does not exist', async (method, form, status) => {
    const answer = method === 'GET' ? await open(member, `/-/${form}`) : await sendAs(member, form, {})
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('text/html')
  })

  it('must be encoded as one', async () => {
    const answer = await sendAs(member, 'comment', {}, { headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBe(400)
  })

  it('that is too large is refused', async () => {
    const answer = await sendAs(member, 'comment', { body: 'x'.repeat(1_100_000) })
    expect(answer.statusCode).toBe(413)
  })

  it.each(['comment?post=x', 'post', 'edit-post?post=x', 'more?of=x', 'account'])(
    'is for members: guests at /-/%s are led to the login',
    async (form) => {
      const { statusCode, headers } = await open(null, `/-/${form}`)
      expect([statusCode, headers.location]).toEqual([302, `/login?next=${encodeURIComponent(`/-/${form}`)}`])
    },
  )

  it('of something that does not exist answers with what the API answers', async () => {
    expect((await open(member, '/-/comment?post=nothere')).statusCode).toBe(404)
    const answer = await sendAs(member, 'comment', { post: 'nothere', body: 'Lost?' })
    expect([answer.statusCode, pageOf(answer).fields.body]).toEqual([404, 'Lost?'])
  })

  it('of a text that waits for review leads to where that is shown', async () => {
    const post = await newPost()
    const newcomer = await forum.member('newcomer')
    await holdNewMembers(forum.db, 'moss', 'everything')
    const answer = await sendAs(newcomer, 'comment', { post: post.publicId, body: 'It waits.' })
    await holdNewMembers(forum.db, 'moss', null)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/notifications/held'])
  })

  it('with an id that is not part of a path is refused, and its text kept', async () => {
    const answer = await sendAs(member, 'comment', { post: '..', body: 'How far?' })
    expect(answer.statusCode).toBe(400)
    expect(pageOf(answer).fields).toMatchObject({ body: 'How far?' })
  })

  it('has no token in a page of a guest, and that of a member has theirs alone', async () => {
    expect(pageOf(await open(null, '/')).fields).not.toHaveProperty('token')
    const page = await open(member, '/')
    expect(pageOf(page).fields.token).toBe(tokenOf(member))
    expect(page.headers['cache-control']).toBe('no-store')
  })
})

describe('comments', () => {
  it('are written into the box below a post', async () => {
    const post = await newPost()
    const path = `/moss/post/${post.publicId}`
    const page = readHtml((await open(member, path)).body)
    const [form] = page.all('form', { id: 'write' })
    const [button] = page.all('button', { form: 'write' })
    expect(form?.attribs).toMatchObject({ method: 'post', action: '/-/comment' })
    expect(page.all('textarea', { form: 'write', name: 'body' })).toHaveLength(1)
    const hidden = Object.fromEntries(
      page.all('input', {}, form).map(({ attribs }) => [attribs.name ?? '', attribs.value ?? '']),
    )
    const fields = { ...hidden, [button?.attribs.name ?? '']: button?.attribs.value ?? '' }
    const answer = await send(member, 'comment', { ...fields, body: 'One.\n\nTwo.' })
    const [comment] = await commentsOf(post)
    expect(comment?.body).toBe('One.\n\nTwo.')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `${path}/${comment?.id}#comment-${comment?.id}`,
    ])
    // A second press of the same button, or a reload, writes nothing more.
    expect((await send(member, 'comment', { ...fields, body: 'One.\n\nTwo.' })).statusCode).toBe(303)
    expect(await commentsOf(post)).toHaveLength(1)
  })

  it('are answered on a page that shows what is replied to', async () => {
    const post = await newPost()
    const first = await forum.comment(admin, post, 'Damp **indeed**.')
    const pressed = await sendAs(member, 'act', { reply: first.id, back: `/moss/post/${post.publicId}` })
    expect(pressed.statusCode).toBe(303)
    const page = await open(member, pressed.headers.location ?? '')
    expect(pageOf(page).heading).toBe('Reply to @keeper')
    expect(page.body).toContain('<strong>indeed</strong>')
    const { fields } = pageOf(page)
    expect((await send(member, 'comment', { ...fields, body: 'Very.' })).statusCode).toBe(303)
    const replies = await forum.app.inject(`/api/posts/${post.publicId}/comments?parentId=${first.id}`)
    expect(replies.json()).toMatchObject([{ body: 'Very.', parentId: first.id }])
  })

  it('that are refused are kept: of someone who was banned meanwhile', async () => {
    const post = await newPost()
    const noisy = await forum.member('noisy')
    const ban = await admin.post('/api/_admin', { action: 'ban_user', username: 'noisy' })
    expect(ban.statusCode).toBe(200)
    const answer = await sendAs(noisy, 'comment', { post: post.publicId, body: 'I was writing.' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(401)
    expect(pageOf(answer).fields.body).toBe('I was writing.')
    expect(await commentsOf(post)).toEqual([])
  })

  it('that come too soon in slow mode are refused with the reason, and kept', async () => {
    const post = await newPost()
    const slowMode = { seconds: 3600 }
    expect((await admin.put(`/api/posts/${post.publicId}/comment-limits`, { slowMode })).statusCode).toBe(200)
    const write = (body: string) => sendAs(member, 'comment', { post: post.publicId, body })
    expect((await write('One.')).statusCode).toBe(303)
    const answer = await write('Two.')
    expect(answer.statusCode).toBe(429)
    expect(pageOf(answer).message).toBe('Slow mode is on. Wait a while, then try again.')
    expect(pageOf(answer).fields.body).toBe('Two.')
  })

  it('that are empty are refused', async () => {
    const post = await newPost()
    const answer = await sendAs(member, 'comment', { post: post.publicId, body: ' ' })
    expect(answer.statusCode).toBe(400)
    expect(pageOf(answer).message).not.toBe('')
  })

  it('of a member who has logged out meanwhile are kept, with a way to log in', async () => {
    const post = await newPost()
    const answer = await send(await forum.guest(), 'comment', { post: post.publicId, body: 'Long text.' })
    expect(answer.statusCode).toBe(401)
    expect(pageOf(answer).fields.body).toBe('Long text.')
  })

  it('are edited and deleted by their authors alone', async () => {
    const post = await newPost()
    const { id } = await forum.comment(member, post, 'Frist.')
    const { fields } = pageOf(await open(member, `/-/edit-comment?comment=${id}`))
    expect(fields.body).toBe('Frist.')
    expect((await open(admin, `/-/edit-comment?comment=${id}`)).statusCode).toBe(403)
    const forged = await sendAs(admin, 'edit-comment', { comment: id, post: post.publicId, body: 'Mine.' })
    expect(forged.statusCode).toBe(403)
    expect((await send(member, 'edit-comment', { ...fields, body: 'First.' })).statusCode).toBe(303)
    expect((await commentsOf(post))[0]?.body).toBe('First.')
    const question = pageOf(await open(member, `/-/delete-comment?comment=${id}`))
    expect(question.buttons).toEqual(['Delete'])
    expect((await send(member, 'delete-comment', question.fields)).statusCode).toBe(303)
    expect(await commentsOf(post)).toMatchObject([{ deleted: true }])
  })
})

describe('posts', () => {
  const post = (fields: Record<string, string>) =>
    sendAs(member, 'post', {
      key: randomUUID(),
      community: 'moss',
      title: 'A walk',
      body: '',
      url: '',
      ...fields,
    })
  const postAt = async (location: string | undefined) =>
    (await forum.app.inject(`/api/posts/${location?.split('/').at(-1)}`)).json()

  it('are texts or links', async () => {
    const text = await post({ body: 'In the rain.' })
    expect(text.statusCode).toBe(303)
    expect(await postAt(text.headers.location)).toMatchObject({
      type: 'text',
      title: 'A walk',
      body: 'In the rain.',
    })
    const link = await post({ url: 'https://example.org/walk' })
    expect(await postAt(link.headers.location)).toMatchObject({
      type: 'link',
      link: { url: 'https://example.org/walk' },
    })
  })

  it.each([
    ['with a title that is too short', { title: 'A', body: 'In the rain.' }],
    ['to a community that does not exist', { community: 'nowhere', body: 'In the rain.' }],
    ['with both a link and a text', { url: 'https://example.org/', body: 'In the rain.' }],
  ])('%s are refused, and keep all that was typed', async (_why, fields) => {
    const answer = await post(fields)
    expect([400, 404]).toContain(answer.statusCode)
    const page = pageOf(answer)
    expect(page.message).not.toBe('')
    expect(page.fields).toMatchObject({ community: 'moss', title: 'A walk', url: '', ...fields })
  })

  it('are edited and deleted by their authors alone', async () => {
    const own = await forum.post(member, 'moss', { title: 'Mushrooms', body: 'Edible?' })
    const { fields } = pageOf(await open(member, `/-/edit-post?post=${own.publicId}`))
    expect(fields).toMatchObject({ title: 'Mushrooms', body: 'Edible?' })
    expect((await open(admin, `/-/edit-post?post=${own.publicId}`)).statusCode).toBe(403)
    expect((await send(member, 'edit-post', { ...fields, body: 'No.' })).statusCode).toBe(303)
    expect(await postAt(own.publicId)).toMatchObject({ title: 'Mushrooms', body: 'No.' })
    const question = pageOf(await open(member, `/-/delete-post?post=${own.publicId}`))
    expect((await sendAs(admin, 'delete-post', { post: own.publicId })).statusCode).toBe(403)
    expect((await send(member, 'delete-post', question.fields)).statusCode).toBe(303)
    expect(await postAt(own.publicId)).toMatchObject({ deleted: true })
  })
})

describe('a press', () => {
  const press = (name: string, value: string, who = member) =>
    sendAs(who, 'act', { [name]: value, back: '/moss?sort=latest' })

  it('votes for a post, and comes back to it', async () => {
    const { id, publicId } = await newPost()
    const vote = async () => (await member.get(`/api/posts/${publicId}`)).json().userVotedUp
    const up = await press('up', id)
    expect([up.statusCode, up.headers.location, await vote()]).toEqual([
      303,
      `/moss?sort=latest#post-${id}`,
      true,
    ])
    await press('down', id)
    expect(await vote()).toBe(false)
  })

  it('votes for a comment, and a second one takes it back', async () => {
    const post = await newPost()
    const { id } = await forum.comment(admin, post, 'Damp.')
    const votes = async () => (await member.get(`/api/comments/${id}`)).json().userVoted
    expect((await press('up', id)).headers.location).toBe(`/moss?sort=latest#comment-${id}`)
    expect(await votes()).toBe(true)
    await press('up', id)
    expect(await votes()).toBe(false)
  })

  it('that is refused says why, with the way back', async () => {
    const { id, publicId } = await newPost()
    await admin.put(`/api/posts/${publicId}?action=lock&lockAs=admins`)
    const answer = await press('up', id)
    expect(answer.statusCode).toBe(403)
    expect(pageOf(answer).message).toBe('This post is locked.')
    expect(pageOf(answer).linksTo('Back')).toEqual([`/moss?sort=latest#post-${id}`])
  })

  it('joins a community and leaves it', async () => {
    const ferns = await forum.community('ferns')
    const isMember = async () => (await member.get('/api/communities/ferns?byName=true')).json().userJoined
    expect((await press('join', ferns.id)).statusCode).toBe(303)
    expect(await isMember()).toBe(true)
    await press('leave', ferns.id)
    expect(await isMember()).toBe(false)
  })

  it('opens all that can be done with a post, such as saving it to a list', async () => {
    const { id, publicId } = await newPost()
    const [list] = (await member.get('/api/_initial')).json().lists
    const more = await press('more', publicId)
    const page = pageOf(await open(member, more.headers.location ?? ''))
    expect(page.buttons).toContain(`Save to “${list.displayName}”`)
    expect(page.linksTo('Edit')).toEqual([])
    const saved = async () => (await member.get(`/api/lists/_saved_to?type=post&id=${id}`)).json()
    expect((await press('save', `${id} ${list.name}`)).statusCode).toBe(303)
    expect(await saved()).toEqual([list.id])
    await press('unsave', `${id} ${list.name}`)
    expect(await saved()).toEqual([])
  })

  it('offers authors to edit and delete', async () => {
    const { publicId } = await forum.post(member, 'moss')
    const page = pageOf(await open(member, `/-/more?of=${publicId}`))
    expect(page.linksTo('Edit')).toEqual([`/-/edit-post?post=${publicId}`])
    expect(page.linksTo('Delete')).toEqual([`/-/delete-post?post=${publicId}`])
  })

  it('marks all notifications as seen', async () => {
    const post = await forum.post(member, 'moss')
    await forum.comment(admin, post, 'For you.')
    const unseen = async () =>
      (await member.get('/api/notifications')).json().items.filter(({ seen }: { seen: boolean }) => !seen)
    expect(await unseen()).not.toEqual([])
    expect(pageOf(await open(member, '/notifications')).buttons).toContain('Mark all as read')
    expect((await press('seen', 'all')).statusCode).toBe(303)
    expect(await unseen()).toEqual([])
  })

  it.each([
    ['up', 'nonsense'],
    ['save', 'nonsense list'],
    ['reply', 'longer than any id '.repeat(6)],
    ['constructor', '1'],
    ['token', 'x'],
  ])('of %s %s does nothing', async (name, value) => {
    const answer = await send(member, 'act', { token: tokenOf(member), [name]: value })
    expect(answer.statusCode).toBe(400)
  })

  it('of a guest leads to the login', async () => {
    const answer = await send(await forum.guest(), 'act', { up: '1', back: '/moss' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?next=%2Fmoss'])
  })

  it('never leads to another site', async () => {
    const { id } = await newPost()
    const answer = await sendAs(member, 'act', { up: id, back: '//elsewhere.example' })
    expect(answer.headers.location).toBe(`/#post-${id}`)
  })
})

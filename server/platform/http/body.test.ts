import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

const create = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  admin.send({ method: 'POST', url: '/api/communities', payload, headers })
let made = 0
const freshName = () => `place_${++made}`

describe('a JSON body', () => {
  it.each([
    ['no type', {}],
    ['text/plain', { 'content-type': 'text/plain;charset=UTF-8' }],
    ['JSON', { 'content-type': 'application/json' }],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['a form’s type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a type that is none', { 'content-type': 'nonsense' }],
  ])('is read whatever its type says: %s', async (_case, headers) => {
    const name = freshName()
    expect((await create(JSON.stringify({ name }), headers)).json()).toMatchObject({ name })
  })

  it('may have unknown keys', async () => {
    const name = freshName()
    const response = await create(JSON.stringify({ name, id: '1', userId: '2', noMembers: 99, extra: {} }))
    expect(response.json()).toMatchObject({ name, userId: admin.id, noMembers: 1 })
  })

  it('may have its keys in any case, as some programs write them', async () => {
    const name = freshName()
    expect((await create(JSON.stringify({ NAME: name, About: 'A text' }))).json()).toMatchObject({
      name,
      about: 'A text',
    })
  })

  it('prefers a key that matches exactly to keys in other case', async () => {
    const name = freshName()
    const body = `{"Name":"wrong_1","name":"${name}","NAME":"wrong_2"}`
    expect((await create(body)).json()).toMatchObject({ name })
  })

  it('with `parentCommentID` is a reply, not a top-level comment', async () => {
    const { name: community } = await forum.community(freshName(), admin)
    const post = await forum.post(admin, community)
    const parent = await forum.comment(admin, post)
    const response = await admin.post(`/api/posts/${post.publicId}/comments`, {
      body: 'A reply.',
      parentCommentID: parent.id,
    })
    expect(response.json()).toMatchObject({ parentId: parent.id, depth: 1 })
  })

  it('may have null for a text, which then gets its default', async () => {
    const name = freshName()
    expect((await create(JSON.stringify({ name, about: null }))).json()).toMatchObject({ about: null })
    expect((await create('{"name":null}')).json()).toEqual(errors.communityNameEmpty)
  })

  it.each([
    ['is missing', ''],
    ['is only spaces', '  \n'],
    ['is cut off', '{"name":"pla'],
    ['is not JSON', 'name=place'],
    ['is a list', '[]'],
    ['is null', 'null'],
    ['is a text', '"place"'],
    ['is a number', '1'],
    ['holds a number for a text', '{"name":123}'],
    ['holds an object for a text', '{"name":{"$gt":""}}'],
    ['holds a list for a text', '{"name":["place"]}'],
    ['holds a truth value for a text', '{"name":true}'],
    ['goes on after its end', '{"name":"place_x"} {}'],
    ['is not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['has a text that is not UTF-8', Buffer.from('{"name":"caf\xe9"}', 'latin1')],
    ['has a NUL that is not an escape', '{"name":"a\0b"}'],
    ['is nested deeper than any call', `{"name":"place_x","more":${'['.repeat(32)}${']'.repeat(32)}}`],
  ])('is refused when it %s', async (_case, payload) => {
    const response = await create(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ status: 400, code: 'invalid_json', message: 'Invalid JSON body.' })
  })

  it('may have brackets in its texts, as many as it likes, and after escapes', async () => {
    const name = freshName()
    const about = `${'[{'.repeat(100)} \\" \\\\ ${'"['.repeat(50)}`
    expect((await create(JSON.stringify({ name, about, more: '['.repeat(99) }))).json()).toMatchObject({
      about,
    })
  })

  it.each(['/api/nowhere', '/nowhere'])('is not read at %s, where nothing is', async (url) => {
    const response = await forum.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: '[['.repeat(500_000),
    })
    expect(response.json()).toEqual(errors.endpointNotFound)
  })

  it('cannot pollute a prototype', async () => {
    const name = freshName()
    const response = await create(`{"name":"${name}","__proto__":{"polluted":true},"constructor":{}}`)
    expect(response.statusCode).toBe(200)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('may have any character as an escape, also those that look like ones that cannot be stored', async () => {
    const name = freshName()
    const response = await create(`{"name":"${name}","about":"\\u0007 \\\\u0000 \\ud83c\\udf31"}`)
    expect(response.json().about).toBe('\u0007 \\u0000 🌱')
  })

  it('larger than a mebibyte is refused', async () => {
    const response = await create(JSON.stringify({ name: freshName(), about: 'x'.repeat(1024 * 1024) }))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual(errors.requestTooLarge)
  })

  it('may be an empty object, missing, or anything, if none is needed', async () => {
    for (const payload of [undefined, '', '{}', '{"any":"thing"}']) {
      const leaver = await forum.member(`leaver_${freshName()}`)
      const response = await leaver.send({
        method: 'POST',
        url: '/api/_login?action=logout',
        ...(payload !== undefined && { payload }),
      })
      expect([payload, response.statusCode]).toEqual([payload, 200])
    }
  })
})

describe('no call', () => {
  const strange = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"__proto__":null}',
    '{"username":"\\u0000","password":"\\ud800","captchaToken":{}}',
    '{"postId":"9999999999999999999999","commentId":"18446744073709551616","communityId":"99999999999999999999"}',
    '{"postId":1e400,"commentId":-1,"communityId":[],"name":7,"title":{},"body":[],"username":[]}',
  ]
  const writes: [string, Endpoint][] = Object.entries(endpoints).filter(
    ([, endpoint]) => endpoint.method !== 'GET',
  )
  const strangeIds = ['%00', '1', '99999999999999999999', 'x', '%F0%9F%8C%B1']
  for (const [where, ids, options] of [
    ['', strangeIds.slice(0, 1), {}],
    [' wherever it is sent', strangeIds.slice(1), { tags: 'long' }],
  ] as const)
    it.each(writes)(
      `%s fails for a strange body${where}: each gets one of the contract’s answers`,
      options,
      async (_name, endpoint) => {
        for (const id of ids)
          for (const payload of strange) {
            const url = endpoint.path.replace(/:\w+/g, id)
            const member = await admin.send({ method: endpoint.method, url, payload })
            expect(member.statusCode, `${url} ${payload} ${member.body}`).toBeLessThan(500)
          }
      },
    )

  const reads: [string, Endpoint][] = Object.entries(endpoints).filter(
    ([, endpoint]) => endpoint.method === 'GET',
  )
  const strangeWords = [
    '%00',
    '9'.repeat(40),
    '%ED%A0%80',
    '',
    '-1',
    '0',
    '1.5',
    '1e9',
    'NaN',
    '%25',
    "'",
    '1.9'.repeat(20),
  ]
  for (const [others, words, options] of [
    ['', strangeWords.slice(0, 3), {}],
    [' of other kinds', strangeWords.slice(3), { tags: 'long' }],
  ] as const)
    it.each(reads)(`%s does not fail for strange parameters${others}`, options, async (_name, endpoint) => {
      for (const word of words) {
        const keys = Object.keys((endpoint.query as { properties?: object } | undefined)?.properties ?? {})
        const query = keys.map((key) => `${key}=${word}`)
        for (const one of [...query, query.join('&')]) {
          const url = `${endpoint.path.replace(/:\w+/g, word || '1')}?${one}`
          const response = await admin.get(url)
          expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(500)
        }
      }
    })
})

describe('a text that cannot be stored is refused, never changed', () => {
  const named = (schema: object | undefined) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  /** A request for each text that a call takes: in its path, its query and its body. */
  function requestsOf({ method, path, query, body, upload }: Endpoint) {
    const url = path.replace(/:\w+/g, '1')
    const inPath = (path.match(/:\w+/g) ?? []).map((name) =>
      path.replace(name, 'a%00b').replace(/:\w+/g, '1'),
    )
    const inQuery = named(query).map((name) => `${url}?${name}=a%00b`)
    const values = ['"a\\u0000b"', '"a\\ud800b"', '["\\udc00"]', '{"x":"\\u0000"}']
    return [
      ...[...inPath, ...inQuery].map((address) => ({ method, url: address, ...(body && { payload: '{}' }) })),
      ...(upload ? [] : named(body)).flatMap((name) =>
        values.map((value) => ({ method, url, payload: `{"${name}":${value}}` })),
      ),
    ]
  }

  it.each(Object.entries<Endpoint>(endpoints))('%s', async (name, endpoint) => {
    const who = ['signup', 'apply'].includes(name) ? await forum.guest() : admin
    for (const request of requestsOf(endpoint)) {
      const response = await who.send(request)
      expect([request, response.json()]).toEqual([request, errors.unstorableText])
    }
  })

  it.each(['/api/modlog.csv?moderator=%00', '/@%00', '/search?q=%00', '/images/%00', '/-/%00', '/%00'])(
    'also outside the API: %s',
    async (url) => {
      expect((await admin.get(url)).statusCode).toBeGreaterThanOrEqual(400)
      expect((await admin.get(url)).statusCode).toBeLessThan(500)
    },
  )

  it('makes no account of another name', async () => {
    const guest = await forum.guest()
    const signUp = (username: string) => guest.post('/api/_signup', { username, password: 'a fine password' })
    expect((await signUp('ro\0bin')).json()).toEqual(errors.unstorableText)
    expect((await guest.get('/api/users/robin')).statusCode).toBe(404)
    expect((await signUp('robin')).statusCode).toBe(201)
  })
})

describe('a request that is not valid HTTP', () => {
  it('is answered with an error of the contract', async () => {
    await forum.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = forum.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('what is this\r\n\r\n'))
      socket.setEncoding('utf8')
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(errors.badRequest)
  })
})

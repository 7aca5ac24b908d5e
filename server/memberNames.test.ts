import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../contract/endpoints/index.ts'
import { fieldsOf } from '../contract/objects.ts'
import { type Forum, type Member, passwordOf, startForum } from '../tests/support/forum.ts'

/** Their names are new ones, in which an @ is a mistake. */
const newNames = ['signup.body', 'apply.body']

describe('the name of a member in a call', () => {
  it('is marked as one in the contract, so that an @ in front is taken away', () => {
    const unmarked = Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const { params, body } = fieldsOf(endpoint)
      return Object.entries({ params, body }).flatMap(([part, schema]) =>
        Object.entries(fieldsOf(fieldsOf(schema).properties))
          .filter(([field]) => /^(?:username|usernames|member|user)$/.test(field))
          .filter(([, value]) => !JSON.stringify(value).includes('isMemberName'))
          .map(() => `${name}.${part}`),
      )
    })
    expect(unmarked).toEqual(newNames)
  })

  describe('is understood with an @', () => {
    let forum: Forum
    let admin: Member
    let communityId: string
    beforeAll(async () => {
      forum = await startForum()
      admin = await forum.member('keeper', { isAdmin: true })
      communityId = (await forum.community('birding', admin)).id
      for (const name of ['anna', 'bert', 'cleo', 'dora']) await forum.member(name)
    })
    afterAll(() => forum.close())

    type Sent = ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?]
    it.each<[string, () => Sent]>([
      ['a profile', () => ['GET', '/api/users/@anna']],
      ['what they wrote', () => ['GET', '/api/users/@anna/feed']],
      ['their lists', () => ['GET', '/api/users/%40anna/lists']],
      ['whether a name is free', () => ['GET', '/api/usernames/@anna']],
      ['a new moderator', () => ['POST', `/api/communities/${communityId}/mods`, { username: '@bert' }]],
      ['a moderator who leaves', () => ['DELETE', `/api/communities/${communityId}/mods/@bert`]],
      ['a ban', () => ['POST', `/api/communities/${communityId}/banned`, { username: ' @Cleo ' }]],
      ['its end', () => ['DELETE', `/api/communities/${communityId}/banned`, { username: '@cleo' }]],
      ['the search in the banned', () => ['GET', `/api/communities/${communityId}/banned?q=@cl`]],
      ['their history', () => ['GET', `/api/communities/${communityId}/members/@cleo/history`]],
      ['a note', () => ['POST', `/api/communities/${communityId}/members/@cleo/notes`, { text: 'Hm.' }]],
      ['a badge', () => ['POST', '/api/users/@dora/badges', { type: 'supporter' }]],
      ['related accounts', () => ['GET', '/api/_admin/members/@dora/related']],
      [
        'a suspension',
        () => [
          'POST',
          '/api/_admin',
          { action: 'ban_user', username: '@dora', password: passwordOf('keeper') },
        ],
      ],
      ['its end', () => ['POST', '/api/_admin', { action: 'unban_user', username: '@dora' }]],
      [
        'several accounts',
        () => ['POST', '/api/_admin/members', { action: 'log_out', usernames: ['@dora'] }],
      ],
      ['the moderation log', () => ['GET', '/api/modlog?moderator=@keeper']],
    ])('%s', async (_what, sent) => {
      const [method, url, body] = sent()
      const answer = await admin.send({ method, url, ...(body && { payload: JSON.stringify(body) }) })
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    })

    it('the login, and nothing else than one @', async () => {
      const logIn = async (username: string) =>
        (await (await forum.guest()).post('/api/_login', { username, password: passwordOf('anna') }))
          .statusCode
      expect([await logIn('@anna'), await logIn(' @ANNA'), await logIn('@@anna')]).toEqual([200, 200, 401])
    })

    it('a new account may not have one', async () => {
      const answer = await (await forum.guest()).post('/api/_signup', {
        username: '@emil',
        password: 'long enough',
      })
      expect(answer.json()).toMatchObject({ code: 'invalid-username' })
    })
  })
})

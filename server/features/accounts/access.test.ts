import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { startMailServer } from '../../../tests/support/mailServer.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
beforeAll(async () => {
  const server = await startMailServer()
  scene = await startScene(server.environment)
  await server.close()
})
afterAll(() => scene.forum.close())

const password = 'a fine password'

describe('a member without a confirmed email address, where one is needed', () => {
  beforeAll(async () => {
    await scene.admin.get('/api/_user')
    await scene.post()
    await changeSettings(scene.admin, { confirmedEmailToPost: true })
  })

  const write = async (who = scene.member) => {
    const { publicId, id } = await scene.forum.post(scene.admin, 'birding')
    return {
      post: await who.post('/api/posts', { title: 'A new post', community: 'birding' }),
      comment: await who.post(`/api/posts/${publicId}/comments`, { body: 'Hello.' }),
      report: await who.post('/api/_report', { type: 'post', targetId: id, reason: 1 }),
      request: await who.post('/api/community_requests', { name: `wanted_${publicId}`, note: '' }),
      vote: await who.post('/api/_postVote', { postId: id, up: true }),
    }
  }

  it('may vote, but not post, comment, report or ask for communities', async () => {
    const { vote, ...others } = await write()
    expect(vote.statusCode).toBe(200)
    for (const [name, answer] of Object.entries(others))
      expect([name, answer.json()]).toEqual([name, errors.emailNotConfirmed])
  })

  it('may do all of it once it is confirmed', async () => {
    await scene.forum.db
      .updateTable('users')
      .set({ email: 'm@mail.example', email_confirmed_at: new Date() })
      .where('id', '=', scene.member.id)
      .execute()
    for (const [name, answer] of Object.entries(await write()))
      expect([name, answer.statusCode]).toEqual([name, 200])
  })

  it('learns it from the initial data', async () => {
    expect((await scene.author.get('/api/_initial')).json()).toMatchObject({ confirmedEmailToPost: true })
  })
})

describe('mail domains', () => {
  it('are refused at sign-up, and when an address is changed', async () => {
    await changeSettings(scene.admin, { refusedMailDomains: ['throwaway.example'] })
    const account = { username: 'quick_q', password, email: 'q@throwaway.example' }
    const guest = await scene.forum.guest()
    expect((await guest.post('/api/_signup', account)).json()).toEqual(errors.mailDomainRefused)
    expect((await guest.post('/api/_signup', { ...account, email: 'q@mail.example' })).statusCode).toBe(201)
    const change = (email: string) => guest.post('/api/_settings?action=updateProfile', { email })
    expect((await change('q@a.throwaway.example')).json()).toEqual(errors.mailDomainRefused)
    expect((await guest.get('/api/_user')).json().email).toBe('q@mail.example')
    await changeSettings(scene.admin, { refusedMailDomains: ['mail.example'] })
    // Clients send all fields back; an existing address stays.
    expect((await change('q@mail.example')).statusCode).toBe(200)
    await changeSettings(scene.admin, { refusedMailDomains: null })
  })

  it('that are the only allowed ones make an address necessary', async () => {
    await changeSettings(scene.admin, { allowedMailDomains: ['school.example'] })
    const guest = await scene.forum.guest()
    expect((await guest.get('/api/_initial')).json()).toMatchObject({ emailNeeded: true })
    const signUp = (email: string | null) =>
      guest.post('/api/_signup', { username: 'pupil_p', password, email })
    expect((await signUp(null)).json()).toEqual(errors.emailNeeded)
    expect((await signUp('p@mail.example')).json()).toEqual(errors.mailDomainRefused)
    expect((await signUp('p@school.example')).statusCode).toBe(201)
    await changeSettings(scene.admin, { allowedMailDomains: null })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordOf } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
beforeEach(async () => {
  await scene.forum.db.deleteFrom('moderation_log').execute()
})
afterAll(() => scene.forum.close())

/** The entries since the test began, as `action, actor, role, reason`. */
async function recorded() {
  const rows = await scene.forum.db
    .selectFrom('moderation_log')
    .innerJoin('users', 'users.id', 'actor_id')
    .select(['action', 'username', 'acted_as', 'reason'])
    .orderBy('moderation_log.id')
    .execute()
  return rows.map(({ action, username, acted_as, reason }) =>
    [action, username, acted_as, ...(reason === null ? [] : [reason])].join(', '),
  )
}

describe('what moderators and admins do is recorded once, and not when it changes nothing:', () => {
  it('locking a post and unlocking it', async () => {
    const { moderator, admin, post } = scene
    const url = `/api/posts/${(await post()).publicId}`
    await moderator.put(`${url}?action=unlock`)
    await moderator.put(`${url}?action=lock&lockAs=mods&reason=%20Too%20heated.%20`)
    await moderator.put(`${url}?action=lock&lockAs=mods`)
    await admin.put(`${url}?action=lock&lockAs=admins`)
    await moderator.put(`${url}?action=unlock&reason=Cooled+down.`)
    await admin.put(`${url}?action=unlock`)
    expect(await recorded()).toEqual([
      'lock_post, moderator_m, mods, Too heated.',
      'lock_post, the_admin, admins',
      'unlock_post, moderator_m, mods, Cooled down.',
    ])
  })

  it('locking a comment and unlocking it', async () => {
    const { moderator, admin, comment } = scene
    const { id, post } = await comment()
    const url = `/api/posts/${post.publicId}/comments/${id}`
    await moderator.put(`${url}?action=unlock`)
    await moderator.put(`${url}?action=lock&lockAs=mods&reason=Too%20heated.`)
    await moderator.put(`${url}?action=lock&lockAs=mods`)
    await admin.put(`${url}?action=unlock`)
    await admin.put(`${url}?action=unlock`)
    expect(await recorded()).toEqual([
      'lock_comment, moderator_m, mods, Too heated.',
      'unlock_comment, the_admin, admins',
    ])
    const kept = await scene.forum.db.selectFrom('moderation_log').selectAll().execute()
    for (const row of kept) expect(row).toMatchObject({ post_id: stored(post.id), comment_id: stored(id) })
  })

  it('pinning a post, here and site-wide', async () => {
    const { moderator, admin, post } = scene
    const url = `/api/posts/${(await post()).publicId}`
    for (const action of ['pin', 'unpin']) {
      await moderator.put(`${url}?action=${action}`)
      await admin.put(`${url}?action=${action}`)
      await admin.put(`${url}?action=${action}&siteWide=true`)
      await admin.put(`${url}?action=${action}&siteWide=true`)
    }
    expect(await recorded()).toEqual([
      'pin, moderator_m, mods',
      'pin_site, the_admin, admins',
      'unpin, moderator_m, mods',
      'unpin_site, the_admin, admins',
    ])
  })

  it('pinning a comment, in place of another, and unpinning it', async () => {
    const { forum, moderator, admin, author, post } = scene
    const under = await post()
    const url = async () => `/api/posts/any/comments/${(await forum.comment(author, under)).id}`
    const [first, second] = [await url(), await url()]
    await moderator.put(`${first}?action=pin`)
    await moderator.put(`${first}?action=pin`)
    await admin.put(`${second}?action=pin`)
    await admin.put(`${first}?action=unpin`)
    await moderator.put(`${second}?action=unpin`)
    expect(await recorded()).toEqual([
      'pin_comment, moderator_m, mods',
      'unpin_comment, the_admin, admins',
      'pin_comment, the_admin, admins',
      'unpin_comment, moderator_m, mods',
    ])
  })

  it('announcing a post', async () => {
    const { admin, post } = scene
    const url = `/api/posts/${(await post()).publicId}?action=announce`
    await admin.put(url)
    await admin.put(url)
    expect(await recorded()).toEqual(['announce, the_admin, admins'])
  })

  it('removing a post, and its content afterwards', async () => {
    const { moderator, admin, post } = scene
    const url = `/api/posts/${(await post()).publicId}`
    await moderator.delete(`${url}?deleteAs=mods&reason=Spam.`)
    await moderator.delete(`${url}?deleteAs=mods`)
    await admin.delete(`${url}?deleteAs=admins&deleteContent=true`)
    await admin.delete(`${url}?deleteAs=admins&deleteContent=true`)
    expect(await recorded()).toEqual([
      'remove_post, moderator_m, mods, Spam.',
      'remove_post_content, the_admin, admins',
    ])
  })

  it('removing a post with its content, which is one action', async () => {
    const { admin, post } = scene
    await admin.delete(`/api/posts/${(await post()).publicId}?deleteAs=admins&deleteContent=true`)
    expect(await recorded()).toEqual(['remove_post_content, the_admin, admins'])
  })

  it('removing a comment', async () => {
    const { moderator, comment } = scene
    const { id, post } = await comment()
    const url = `/api/posts/${post.publicId}/comments/${id}?deleteAs=mods&reason=Off%20topic.`
    await moderator.delete(url)
    await moderator.delete(url)
    expect(await recorded()).toEqual(['remove_comment, moderator_m, mods, Off topic.'])
  })

  it('giving a badge and removing it', async () => {
    const { admin, member } = scene
    const url = `/api/users/${member.username}/badges`
    await admin.delete(`${url}/supporter?byType=true`)
    await admin.post(url, { type: 'supporter' })
    await admin.post(url, { type: 'supporter' })
    await admin.delete(`${url}/supporter?byType=true`)
    await admin.delete(`${url}/supporter?byType=true`)
    expect(await recorded()).toEqual(['give_badge, the_admin, admins', 'take_badge, the_admin, admins'])
    const kept = await scene.forum.db.selectFrom('moderation_log').selectAll().execute()
    for (const row of kept)
      expect(row).toMatchObject({ user_id: stored(member.id), details: { badgeType: 'supporter' } })
  })

  it('creating a community', async () => {
    const { admin } = scene
    await admin.post('/api/communities', { name: 'newest' })
    await admin.post('/api/communities', { name: 'newest' })
    expect(await recorded()).toEqual(['create_community, the_admin, admins'])
  })

  it('deleting someone’s account', async () => {
    const { admin, forum } = scene
    const gone = await forum.member('gone_g')
    const body = { password: passwordOf('the_admin') }
    await admin.delete('/api/users/gone_g', body)
    await admin.delete('/api/users/gone_g', body)
    expect(await recorded()).toEqual(['delete_user, the_admin, admins'])
    const kept = forum.db.selectFrom('moderation_log').select('user_id').executeTakeFirst()
    expect(await kept).toEqual({ user_id: stored(gone.id) })
  })
})

describe('what is not recorded:', () => {
  it('what authors do with their own posts and comments, even with a reason', async () => {
    const { author, comment, forum } = scene
    const { id, post } = await comment()
    const url = `/api/posts/${post.publicId}`
    expect((await author.delete(`${url}/comments/${id}?reason=Mine.`)).statusCode).toBe(200)
    expect((await author.delete(`${url}?deleteContent=true&reason=Mine.`)).statusCode).toBe(200)
    const leaver = await forum.member('leaver_l')
    await leaver.delete('/api/users/leaver_l', { password: passwordOf('leaver_l') })
    expect(await recorded()).toEqual([])
  })

  it('what is refused', async () => {
    const { member, post } = scene
    const url = `/api/posts/${(await post()).publicId}`
    for (const action of ['lock&lockAs=mods', 'unlock', 'pin', 'unpin', 'announce'])
      expect((await member.put(`${url}?action=${action}`)).statusCode).toBe(403)
    expect((await member.delete(`${url}?deleteAs=mods`)).statusCode).toBe(403)
    expect(await recorded()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Initial } from '../../../contract/entities/initial.ts'
import { wireId } from '../../../contract/ids.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { Loaders } from '../../data/load.ts'
import { preparePost, threadParamsOf } from './preparePost.ts'

const post = { publicId: 'hello123', communityName: 'Birding' }

/** An API with the post, and with the given result for the part of its discussion. */
function visit(path: string, thread: object | Error = { comments: [] }) {
  const { pathname, search, searchParams } = new URL(path, 'http://here.invalid')
  const [, communityName = '', , publicId = '', commentId] = pathname.split('/')
  const load = (async ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => {
    if (kind === 'post') return post
    if (thread instanceof Error) throw thread
    return thread
  }) as Loaders['load']
  return preparePost({
    params: { communityName, publicId, ...(commentId !== undefined && { commentId }) },
    search: search ? searchParams : new URLSearchParams(),
    load,
    initial: Promise.resolve({ user: null } as Initial),
  })
}

const seven = wireId('comment', '7')
const refusal = (status: number, code = '') => new ApiFailure({ status, code, message: '' })

describe('the address of a post', () => {
  it('is not redirected if it is canonical', async () => {
    expect(await visit('/Birding/post/hello123')).toBeUndefined()
  })

  // [CORE-2-011]
  it.each([
    ['another community', '/cooking/post/hello123', '/Birding/post/hello123'],
    ['another spelling', '/birding/post/hello123', '/Birding/post/hello123'],
    ['a comment', `/cooking/post/hello123/${seven}`, `/Birding/post/hello123/${seven}`],
    ['later comments', '/cooking/post/hello123?next=3.9', '/Birding/post/hello123?next=3.9'],
    ['a comment, with an old id', '/cooking/post/hello123/7', `/Birding/post/hello123/${seven}`],
  ])('is rewritten for good when it names another community: %s', async (_case, path, to) => {
    expect(await visit(path)).toEqual({ to, permanent: true })
  })

  it('is redirected permanently if it has the comment id of an earlier version', async () => {
    expect(await visit('/Birding/post/hello123/7?sort=new')).toEqual({
      to: `/Birding/post/hello123/${seven}?sort=new`,
      permanent: true,
    })
    expect(await visit(`/Birding/post/hello123/${seven}`)).toBeUndefined()
  })

  it.each([
    ['a comment that is not there', '/Birding/post/hello123/8', refusal(404, 'comment_not_found')],
    ['a cursor that is none', '/Birding/post/hello123?next=nonsense', refusal(400)],
    ['an id that is none', '/Birding/post/hello123/nonsense', refusal(400)],
    ['a comment of another post', '/Birding/post/hello123/7', { comments: [{ postPublicId: 'other123' }] }],
  ])('leads to the whole discussion for %s', async (_case, path, thread) => {
    expect(await visit(path, thread)).toEqual({ to: '/Birding/post/hello123', permanent: false })
  })

  it.each([404, 500])('passes a failure with %i on', async (status) => {
    await expect(visit('/Birding/post/hello123/7', refusal(status))).rejects.toMatchObject({ status })
  })
})

describe('the part of a discussion that an address names', () => {
  it.each([
    ['all of it', undefined, '', { sort: 'best', from: null, focus: null }],
    ['what follows a cursor', undefined, 'next=3.9', { sort: 'best', from: '3.9', focus: null }],
    ['one comment', '7', '', { sort: 'best', from: null, focus: '7' }],
    [
      'one comment and its replies from a cursor on',
      '7',
      'next=3.9',
      { sort: 'best', from: '3.9', focus: '7' },
    ],
    ['in the order that it names', undefined, 'sort=old', { sort: 'old', from: null, focus: null }],
    [
      'not in an order that there is not',
      undefined,
      'sort=loudest',
      { sort: 'best', from: null, focus: null },
    ],
  ])('is %s', (_case, commentId, search, part) => {
    const params = { publicId: 'hello123', ...(commentId !== undefined && { commentId }) }
    expect(threadParamsOf(params, new URLSearchParams(search), { user: null })).toEqual({
      publicId: 'hello123',
      ...part,
    })
  })

  it.each([
    ['that the member has chosen before', '', 'new'],
    ['that the address names, for members as well', 'sort=old', 'old'],
  ])('is in the order %s', (_case, search, sort) => {
    const user = { commentSort: 'new' } as Initial['user']
    expect(threadParamsOf({ publicId: 'hello123' }, new URLSearchParams(search), { user }).sort).toBe(sort)
  })
})

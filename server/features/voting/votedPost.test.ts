import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Post } from '../../../contract/entities/post.ts'
import { serializerOf } from '../../core/api/serializer.ts'
import { createSharedParts } from '../../platform/cache/sharedParts.ts'
import { votedPostText } from './votedPost.ts'

const writePost = serializerOf({ response: Post })
const at = '2026-01-02T03:04:05.678Z'

/** New objects each time, because writing an answer converts its ids in place. */
const post = (fields: Partial<Post> = {}): Post => ({
  id: '12',
  publicId: 'aB3dE6gH',
  type: 'text',
  userId: '34',
  username: 'author_a',
  userGroup: 'normal',
  userDeleted: false,
  isPinned: false,
  isPinnedSite: false,
  communityId: '56',
  communityName: 'birding',
  communityProPic: null,
  communityBannerImage: null,
  title: 'A title',
  body: null,
  image: null,
  images: [],
  locked: false,
  lockedBy: null,
  lockedAt: null,
  upvotes: 1,
  downvotes: 0,
  hotness: 12_345,
  createdAt: at,
  editedAt: null,
  lastActivityAt: at,
  deleted: false,
  deletedAt: null,
  deletedContent: false,
  noComments: 3,
  comments: null,
  commentsNext: null,
  userVoted: true,
  userVotedUp: true,
  lastVisitAt: null,
  newComments: 0,
  isAuthorMuted: false,
  isCommunityMuted: false,
  ...fields,
})

/** Texts that look like the places where the answer is split, and any others. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"body":"(text)"', '(text)', ',"upvotes":', '\\', '<script>', '\ud800', '$&'),
)
const long = fc.tuple(text, fc.string({ minLength: 1 })).map(([one, more]) => `${one}${more.repeat(500)}`)
const fieldsOf = (format: 'source' | 'html', body: string): Partial<Post> =>
  format === 'html' ? { body: null, bodyHtml: body } : { body }

describe('the answer to a vote on a post', () => {
  it('is what the schema writes, compressed or not, the first time and later', async () => {
    const parts = createSharedParts()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('source' as const, 'html' as const),
        text,
        fc.oneof(text, long),
        fc.nat(),
        async (format, title, body, upvotes) => {
          for (const more of [0, 1]) {
            const voted = () => post({ ...fieldsOf(format, body), title, upvotes: upvotes + more })
            const answer = await votedPostText(parts, voted(), { format })
            const expected = Buffer.from(writePost(voted()))
            expect(Buffer.from(String(answer)).equals(expected)).toBe(true)
            expect(gunzipSync(await answer.gzip()).equals(expected)).toBe(true)
          }
        },
      ),
    )
  })

  it('has the current text, title and pictures, whoever voted before', async () => {
    const parts = createSharedParts()
    const body = 'A long text. '.repeat(100)
    for (const fields of [
      { body },
      { body: body.replace('A', 'The') },
      { body, title: 'Another title' },
      { body, username: 'renamed' },
      { body, locked: true },
      { body, attachments: [] },
    ]) {
      const answer = await votedPostText(parts, post(fields), { format: 'source' })
      expect(JSON.parse(String(answer))).toEqual(JSON.parse(writePost(post(fields))))
      expect(gunzipSync(await answer.gzip()).toString()).toBe(writePost(post(fields)))
    }
  })

  it('shares what no vote changes', async () => {
    const parts = createSharedParts()
    const body = 'A long text. '.repeat(100)
    for (const upvotes of [1, 2, 3]) await votedPostText(parts, post({ body, upvotes }), { format: 'source' })
    expect(parts.figures()).toMatchObject({ entries: 1, hits: 2, misses: 1 })
  })
})

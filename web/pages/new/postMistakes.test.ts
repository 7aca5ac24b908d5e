import { describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { lackingMessage } from '../../../contract/permissionMessages.ts'
import type { PostingTarget } from '../../data/posts/posting.ts'
import type { DraftImage, Upload } from '../../features/images/imageUploads.ts'
import { mistakeOfRefusal, type Poster, postMistakes, typeMistake, type UnsentPost } from './postMistakes.ts'

const ban = (communityId: string) => ({
  communityId,
  communityName: 'birding',
  kind: 'participating' as const,
  reason: null,
  rule: null,
  expiresAt: null,
})
const community: PostingTarget = { id: '7', name: 'birding', postingRestricted: false, userMod: false }
const poster: Poster = {
  points: 0,
  isAdmin: false,
  requireAltText: false,
  bans: [],
  imagePostSubmitReqPoints: 0,
  imagesPerPost: 10,
  linkPostSubmitReqPoints: 0,
}
const uploaded: Upload = { state: 'done', imageId: '1', url: '/images/1.jpeg', uploadedAt: 0 }
const image = (key: string, part: Partial<DraftImage> = {}): DraftImage => ({
  key,
  name: 'owl.jpeg',
  src: 'blob:owl',
  altText: '',
  upload: uploaded,
  ...part,
})
const mistakes = (post: Partial<UnsentPost>, who: Partial<Poster> = {}) =>
  postMistakes(
    { type: 'text', title: 'Owls', community, url: '', images: [], ...post },
    { ...poster, ...who },
  )

describe('submitting a post', () => {
  it('works with a title of three characters and a community', () => {
    expect(mistakes({ title: 'Owl' }, { bans: [ban('8')] })).toEqual({})
  })

  it('[CORE-5-001] needs a title', () => {
    expect(mistakes({ title: '  ' })).toEqual({ title: 'Your post needs a title' })
  })

  it('[CORE-5-002] needs three characters of title, an emoji being one', () => {
    expect(mistakes({ title: ' ab ' })).toEqual({ title: 'Title is too short' })
    expect(mistakes({ title: '🦉🦉' })).toEqual({ title: 'Title is too short' })
    expect(mistakes({ title: '🦉🦉🦉' })).toEqual({})
  })

  it('[CORE-5-004] needs a community', () => {
    expect(mistakes({ community: null })).toEqual({ community: 'Select a community first' })
  })

  it('[CORE-5-006] is impossible in a community that one is banned from', () => {
    expect(mistakes({}, { bans: [ban('7')] })).toEqual({
      community: "You've been banned from birding.",
    })
  })

  it('[CORE-5-007] to a restricted community is for its moderators and for admins', () => {
    const restricted = { ...community, postingRestricted: true }
    const refusal = { community: 'Only approved members of this community can post.' }
    expect(mistakes({ community: restricted })).toEqual(refusal)
    expect(mistakes({ community: { ...restricted, userMod: true } })).toEqual({})
    expect(mistakes({ community: restricted }, { isAdmin: true })).toEqual({})
  })
})

describe('submitting a link post', () => {
  it('says that a URL is too long, as it is stored', () => {
    const ofUrl = (url: string) => mistakes({ type: 'link', url })
    const tooLong = mistakeOfRefusal('url_too_long', 'link')
    expect(tooLong?.url).toContain('2,048')
    expect(ofUrl(`example.org/${'a'.repeat(2000)}`)).toEqual({})
    expect(ofUrl(`example.org/${'a'.repeat(2048)}`)).toEqual(tooLong)
    expect(ofUrl(`example.org/${'道'.repeat(300)}`)).toEqual(tooLong)
  })
})

describe('submitting an image post', () => {
  const ofImages = (images: readonly DraftImage[], who: Partial<Poster> = {}) =>
    mistakes({ type: 'image', images }, who)

  it('[CORE-5-008] needs an image', () => {
    expect(ofImages([])).toEqual({ images: "You haven't uploaded an image" })
    expect(ofImages([image('a')])).toEqual({})
  })

  it('[CORE-5-009] takes ten images and no more', () => {
    const ten = 'abcdefghij'.split('').map((key) => image(key))
    expect(ofImages(ten)).toEqual({})
    expect(ofImages([...ten, image('k')])).toEqual({
      images: 'Image posts cannot contain more than 10 images. Please select fewer images and continue.',
    })
  })

  it('[CORE-5-010] needs alt text for every image if the author chose so', () => {
    const images = [image('a', { altText: 'An owl' }), image('b', { altText: '  ' })]
    expect(ofImages(images)).toEqual({})
    expect(ofImages(images, { requireAltText: true })).toEqual({
      images:
        "One or more images are missing alt text. Please make sure that you've added alt text to all images.",
    })
    expect(ofImages(images.slice(0, 1), { requireAltText: true })).toEqual({})
  })

  it('waits for uploads, and refuses failed ones', () => {
    expect(ofImages([image('a', { upload: { state: 'uploading', percent: 5 } })])).toEqual({
      images: 'Wait until your images are uploaded.',
    })
    expect(ofImages([image('a', { upload: { state: 'failed', error: null } })])).toEqual({
      images: "Some images couldn't be uploaded. Try again or remove them.",
    })
  })

  it('ignores images if the post is of another type', () => {
    const images = [image('a', { upload: { state: 'waiting' } })]
    expect(mistakes({ type: 'link', url: 'https://owls.example', images })).toEqual({})
  })
})

describe('submitting a text post with images below', () => {
  const ofImages = (images: readonly DraftImage[], who: Partial<Poster> = {}) =>
    mistakes({ type: 'text', images }, who)
  const most = 'abcdefghij'
    .slice(0, limits.attachmentsMax)
    .split('')
    .map((key) => image(key))

  it('accepts as many as the contract and the site allow', () => {
    expect(ofImages(most)).toEqual({})
    expect(ofImages([...most, image('z')])).toEqual({
      images: `You can add up to ${limits.attachmentsMax} images.`,
    })
    expect(ofImages([image('a'), image('b')], { imagesPerPost: 1 })).toEqual({
      images: 'You can add up to 1 image.',
    })
  })

  it('waits for uploads, and refuses failed ones', () => {
    expect(ofImages([image('a', { upload: { state: 'waiting' } })])).toEqual({
      images: 'Wait until your images are uploaded.',
    })
    expect(ofImages([image('a', { upload: { state: 'failed', error: null } })])).toEqual({
      images: "Some images couldn't be uploaded. Try again or remove them.",
    })
  })

  it('needs alt texts if the author chose so', () => {
    expect(ofImages([image('a')], { requireAltText: true })).toEqual({
      images: 'Describe each image.',
    })
    expect(ofImages([image('a', { altText: 'An owl' })], { requireAltText: true })).toEqual({})
  })
})

describe('submitting a link post', () => {
  it.each([
    '',
    '   ',
    'owls',
    'ftp://owls.example',
    'javascript:alert(1)',
    'https://',
    'https://a b.example',
  ])('[CORE-5-012] [CORE-5-013] is refused with the address %j', (url) => {
    expect(mistakes({ type: 'link', url })).toEqual({ url: 'Please submit a valid URL' })
  })

  it.each(['http://owls.example', 'HTTPS://owls.example/a?b#c', ' https://owls.example ', 'owls.example/a'])(
    '[CORE-5-013] works with the address %j',
    (url) => {
      expect(mistakes({ type: 'link', url })).toEqual({})
    },
  )
})

it('image posts are not offered if the site allows none', () => {
  const who = { ...poster, imagesPerPost: 0 }
  expect(typeMistake('image', who)).toBe("This site doesn't allow image posts.")
  expect(typeMistake('link', who)).toBeNull()
})

describe('points', () => {
  const images = "You don't have enough points to submit images yet."
  const links = "You don't have enough points to submit link posts yet."

  it.each([
    [0, -1, null],
    [1, 1, images],
    [10, 10, images],
    [10, 11, null],
  ])('[CORE-5-014] when images ask for %i, with %i', (imagePostSubmitReqPoints, points, refusal) => {
    const who = { ...poster, imagePostSubmitReqPoints, points }
    expect(typeMistake('image', who)).toBe(refusal)
    expect(typeMistake('link', who)).toBeNull()
    expect(typeMistake('text', who)).toBeNull()
    expect(mistakes({ type: 'image', images: [image('a')] }, who).images ?? null).toBe(refusal)
  })

  it.each([
    [0, -1, null],
    [1, 1, links],
    [10, 10, links],
    [10, 11, null],
  ])('[CORE-5-015] when links ask for %i, with %i', (linkPostSubmitReqPoints, points, refusal) => {
    const who = { ...poster, linkPostSubmitReqPoints, points }
    expect(typeMistake('link', who)).toBe(refusal)
    expect(typeMistake('image', who)).toBeNull()
    expect(mistakes({ type: 'link', url: 'https://owls.example' }, who).url ?? null).toBe(refusal)
  })
})

it.each([
  ['post/title-too-short', 'text', { title: 'Title is too short' }],
  ['banned_from_community', 'text', { community: 'You are banned from community' }],
  ['posting-restricted', 'text', { community: 'Only approved members of this community can post.' }],
  ['not_enough_points', 'image', { images: "You don't have enough points to submit images yet." }],
  ['not_enough_points', 'link', { url: "You don't have enough points to submit link posts yet." }],
  ['invalid-url', 'link', { url: 'The URL you provided is not a valid URL.' }],
  ['something_else', 'text', null],
] as const)('a refusal with %s of a post of type %s', (code, type, mistake) => {
  expect(mistakeOfRefusal(code, type)).toEqual(mistake)
})

it('a refusal of a moderator without the permission for it names the permission', () => {
  expect(mistakeOfRefusal('not_mod', 'text', lackingMessage(['content']))).toEqual({
    community: 'You need the “Posts and comments” permission for this.',
  })
})

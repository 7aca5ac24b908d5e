import { describe, expect, it } from 'vitest'
import { parseRecord, votesOf } from './pushshift.ts'

const now = Date.UTC(2026, 0, 1)
const submission = (fields: object = {}) =>
  parseRecord(
    {
      id: 'abc123',
      subreddit: 'garden',
      author: 'rio',
      title: 'Roses',
      is_self: true,
      selftext: 'Red.',
      url: 'x',
      created_utc: 1_500_000_000,
      score: 7,
      ...fields,
    },
    now,
  )
const comment = (fields: object = {}) =>
  parseRecord(
    {
      id: 'c0ffee1',
      link_id: 't3_abc123',
      parent_id: 't3_abc123',
      author: 'rio',
      body: 'Yes.',
      created_utc: '1500000001',
      score: 3,
      ...fields,
    },
    now,
  )

describe('a submission', () => {
  it('becomes a text post', () => {
    expect(submission()).toEqual({
      kind: 'submission',
      sourceId: 'abc123',
      community: 'garden',
      author: 'rio',
      title: 'Roses',
      body: 'Red.',
      link: null,
      upvotes: 7,
      downvotes: 0,
      createdAt: 1_500_000_000_000,
      editedAt: null,
      isLocked: false,
      contentDeletedAs: null,
      conversion: null,
    })
  })

  it('becomes a link post when it is not a text post', () => {
    expect(submission({ is_self: false, selftext: '', url: 'https://example.org/a' })).toMatchObject({
      body: null,
      link: { url: 'https://example.org/a', hostname: 'example.org' },
    })
  })

  it('keeps an invalid URL as its text, and reports the conversion', () => {
    expect(submission({ is_self: false, selftext: '', url: 'not an address' })).toMatchObject({
      body: 'not an address',
      link: null,
      conversion: 'a link without a valid URL',
    })
  })

  it('keeps a URL that is too long for a link whole, as its text', () => {
    const url = `https://example.org/?${'q'.repeat(3000)}`
    expect(submission({ is_self: false, selftext: '', url })).toMatchObject({
      body: url,
      link: null,
      conversion: 'a link of more than 2,048 bytes',
    })
  })

  it('keeps both the URL and the text of a link with a text', () => {
    expect(submission({ is_self: false, selftext: 'Look!', url: 'https://example.org/' })).toMatchObject({
      body: 'https://example.org/\n\nLook!',
      link: null,
      conversion: 'a link with a text of its own',
    })
  })

  it('keeps a title of more than 300 characters whole at the start of its text', () => {
    const title = '🌹'.repeat(301)
    expect(submission({ title })).toMatchObject({ title: '🌹'.repeat(300), body: `${title}\n\nRed.` })
    expect(submission({ title: '🌹'.repeat(300) })).toMatchObject({ body: 'Red.', conversion: null })
    const family = `${'a'.repeat(298)}👩‍👩‍👧`
    expect(submission({ title: family })).toMatchObject({ title: 'a'.repeat(298), body: `${family}\n\nRed.` })
  })

  it.each([
    ['[deleted]', 'normal'],
    ['[removed]', 'admins'],
    ['[ Removed by Reddit ]', 'admins'],
  ])('whose text is %s has lost its content', (selftext, contentDeletedAs) => {
    expect(submission({ selftext })).toMatchObject({ body: '', contentDeletedAs, title: 'Roses' })
  })

  it.each([
    ['false', false, null],
    ['a time', 1_500_000_060, 1_500_000_060_000],
    ['only true', true, 1_500_000_000_000],
  ])('edited as %s', (_case, edited, editedAt) => {
    expect(submission({ edited })).toMatchObject({ editedAt })
  })

  it('by a deleted account has no author', () => {
    expect(submission({ author: '[deleted]' })).toMatchObject({ author: null })
  })

  it('replaces null characters, which PostgreSQL cannot store', () => {
    expect(submission({ selftext: 'a\0b' })).toMatchObject({ body: 'a\uFFFDb' })
  })

  it.each([
    ['no id', { id: undefined }],
    ['no id', { id: 'a b' }],
    ['no subreddit', { subreddit: '' }],
    ['no created_utc', { created_utc: null }],
    ['created in the future', { created_utc: now / 1000 + 90_000 }],
    ['text longer than 400,000 characters', { selftext: 'x'.repeat(400_001) }],
  ])('is rejected for %s', (reason, fields) => {
    expect(submission(fields)).toEqual({ kind: 'unusable', reason })
  })
})

describe('a comment', () => {
  it('replies to a post or to a comment', () => {
    expect(comment()).toMatchObject({
      kind: 'comment',
      postSourceId: 'abc123',
      parentSourceId: null,
      body: 'Yes.',
    })
    expect(comment({ parent_id: 't1_beef' })).toMatchObject({ parentSourceId: 'beef' })
  })

  it.each([
    ['[deleted]', 'normal'],
    ['[removed]', 'mods'],
  ])('whose text is %s is deleted', (body, deletedAs) => {
    expect(comment({ body })).toMatchObject({ body: '', deletedAs })
  })

  it.each([
    ['a comment without body', { body: undefined }],
    ['unreadable link_id', { link_id: null }],
    ['unreadable parent_id', { parent_id: 12 }],
  ])('is rejected: %s', (reason, fields) => {
    expect(comment(fields)).toEqual({ kind: 'unusable', reason })
  })
})

it.each([[[1, 2]], ['text'], [null]])('%j is not a record', (value) => {
  expect(parseRecord(value, now)).toEqual({ kind: 'unusable', reason: 'not a JSON object' })
})

it.each([
  [5, null, 5, 0],
  [0, null, 0, 0],
  [-4, null, 0, 4],
  [60, 0.8, 80, 20],
  [-60, 0.2, 20, 80],
  [5, 1, 5, 0],
  // The source hides negative scores, so ratio and score contradict each other.
  [0, 0.3, 0, 0],
  [7, 0.5, 7, 0],
])('a score of %d with the share %s is %d up, %d down', (score, ratio, upvotes, downvotes) => {
  expect(votesOf(score, ratio)).toEqual({ upvotes, downvotes })
})

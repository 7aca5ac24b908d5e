import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../platform/markdown/render.ts'
import { decodeEntities } from './entities.ts'
import { parseRecord } from './pushshift.ts'

/** What dumps do to every text. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const now = Date.UTC(2026, 0, 1)
const submission = (fields: object = {}) =>
  parseRecord(
    {
      id: 'e1',
      subreddit: 'Pottery_Lab',
      author: 'kiln',
      title: 'Clay',
      selftext: 'x',
      is_self: true,
      created_utc: 1_500_000_000,
      ...fields,
    },
    now,
  )
const comment = (body: string) =>
  parseRecord(
    { id: 'e2', link_id: 't3_e1', parent_id: 't3_e1', author: 'kiln', body, created_utc: 1_500_000_000 },
    now,
  )

describe('an escaped text', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('&', '<', '>', '&amp;', '&lt;', 'amp;', '#x200B;', '&nbsp;', '\n', 'a', ' '),
        fc.string(),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  it('is decoded exactly once', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(decodeEntities(escaped(written))).toBe(written)
      }),
    )
  })

  it('is decoded in title, text, body and URL', () => {
    expect(
      submission({
        title: 'Glaze &amp; slip: what is &lt;Cone 6&gt;? &amp;amp;',
        selftext: '&gt; safe?\n\n&amp;#x200B;\n\n&gt;!It broke!&lt;',
      }),
    ).toMatchObject({
      title: 'Glaze & slip: what is <Cone 6>? &amp;',
      body: '> safe?\n\n&#x200B;\n\n>!It broke!<',
    })
    expect(
      submission({ is_self: false, selftext: '', url: 'https://shop.example/list?kind=clay&amp;page=2' }),
    ).toMatchObject({
      link: { url: 'https://shop.example/list?kind=clay&page=2' },
    })
    expect(comment('&gt; Yes.\n\nThanks &lt;3')).toMatchObject({ body: '> Yes.\n\nThanks <3' })
  })

  it.each([
    ['&amp;#x200B;', '\u200b'],
    ['a&amp;nbsp;b', 'a\u00a0b'],
    ['a &amp;amp; b', 'a &amp; b'],
    ['`a &lt; b`', 'a &lt; b'],
  ])('%s is shown as at the source', (source, html) => {
    const made = comment(source)
    expect(made.kind === 'comment' && renderMarkdown(made.body)).toContain(html)
  })
})

describe('a gallery', () => {
  const gallery = {
    is_gallery: true,
    is_self: false,
    selftext: 'Look!',
    url: 'https://www.reddit.com/gallery/e1',
    gallery_data: {
      items: [{ media_id: 'abc', caption: 'Cups &amp; bowls' }, { media_id: 'gone' }, { media_id: 'odd1' }],
    },
    media_metadata: {
      abc: { status: 'valid', m: 'image/jpg', s: { u: 'https://preview.redd.it/abc.jpg?w=1&amp;s=2' } },
      gone: { status: 'failed' },
      odd1: { m: 'video/odd', s: { mp4: 'https://preview.redd.it/odd1.mp4?a=1&amp;b=2' } },
    },
  }
  it('becomes its text with links to its images', () => {
    expect(submission(gallery)).toMatchObject({
      body: 'Look!\n\n1. <https://i.redd.it/abc.jpg> Cups & bowls\n2. <https://preview.redd.it/odd1.mp4?a=1&b=2>',
      link: null,
      conversion: 'a gallery, as links to its images',
    })
  })
  it.each([
    [{ gallery_data: null }],
    [{ media_metadata: null }],
    [{ gallery_data: { items: 'x' } }],
    [{ gallery_data: { items: [null, { media_id: 4 }] } }],
  ])('%j without images becomes a link to its page', (fields) => {
    expect(submission({ ...gallery, selftext: '', ...fields })).toMatchObject({
      body: null,
      link: { url: 'https://www.reddit.com/gallery/e1' },
    })
  })
})

describe('a crosspost', () => {
  const parents = (permalink: unknown) => ({
    is_self: false,
    selftext: '',
    crosspost_parent_list: [{ permalink }],
  })
  it.each([
    ['https://example.org/a?b=1&amp;c=2', '/r/x/comments/y/z/', 'https://example.org/a?b=1&c=2'],
    ['/r/x/comments/y/z/', '/r/x/comments/y/z/', 'https://www.reddit.com/r/x/comments/y/z/'],
    ['', '/r/x/comments/y/z/', 'https://www.reddit.com/r/x/comments/y/z/'],
    ['not an address', '/r/x/comments/y/z/', 'https://www.reddit.com/r/x/comments/y/z/'],
    ['/user/x/comments/y/z/', null, 'https://www.reddit.com/user/x/comments/y/z/'],
    ['/r/x/comments/y/z/', null, 'https://www.reddit.com/r/x/comments/y/z/'],
  ])('of %j links to what it shows', (url, permalink, link) => {
    expect(submission({ url, ...parents(permalink) })).toMatchObject({
      link: { url: link },
      conversion: null,
    })
  })
  it.each([[null], [[]], [['x']], [[{ permalink: 7 }]]])(
    'with the odd parents %j is a link',
    (crosspost_parent_list) => {
      expect(
        submission({ is_self: false, selftext: '', url: 'https://example.org/', crosspost_parent_list }),
      ).toMatchObject({ link: { url: 'https://example.org/' } })
    },
  )
})

describe('a marker of deletion', () => {
  it.each(['[deleted]', ' [removed]\n', '[deleted by user]'])(
    '%j in a text, a URL or a comment is not content',
    (marker) => {
      expect(submission({ selftext: marker })).toMatchObject({
        body: '',
        contentDeletedAs: expect.any(String),
      })
      expect(submission({ is_self: false, selftext: '', url: marker })).toMatchObject({
        body: '',
        link: null,
        contentDeletedAs: expect.any(String),
      })
      expect(comment(marker)).toMatchObject({ body: '', deletedAs: expect.any(String) })
    },
  )
  it('as an author is nobody, and as a community unusable', () => {
    expect(submission({ author: '[deleted]' })).toMatchObject({ author: null })
    expect(submission({ author: '[deleted by user]' })).toMatchObject({ author: null })
    expect(submission({ subreddit: '[deleted]' })).toEqual({ kind: 'unusable', reason: 'no subreddit' })
  })
})

describe('a poll', () => {
  const poll = {
    is_self: true,
    selftext: 'Choose one.\n\n[View Poll](https://www.reddit.com/poll/e1)',
    url: 'https://www.reddit.com/r/birding/comments/e1/poll/',
    poll_data: {
      options: [
        { id: '1', text: 'Heron &amp; *stork*', vote_count: 1234 },
        { id: '2', text: '  Owl\n', vote_count: 1 },
        { id: '3', text: 'Neither', vote_count: 0 },
      ],
      total_vote_count: 1235,
      voting_end_timestamp: 1_600_000_000_000,
    },
  }
  const votesOf = (poll_data: unknown) => submission({ ...poll, selftext: '', poll_data })

  it('becomes a text with its options and votes, and is reported as converted', () => {
    expect(submission(poll)).toMatchObject({
      body: [
        poll.selftext,
        '- Heron \\& \\*stork\\*: 1,234 votes\n- Owl: 1 vote\n- Neither: 0 votes',
        '1,235 votes in all',
      ].join('\n\n'),
      link: null,
      conversion: 'a poll, as a list of its options',
    })
  })

  it('has no votes where the dump has none', () => {
    const options = poll.poll_data.options.map(({ text }) => ({ text }))
    expect(votesOf({ options, total_vote_count: null })).toMatchObject({
      body: '- Heron \\& \\*stork\\*\n- Owl\n- Neither',
    })
  })

  it.each([null, 'x', {}, { options: null }, { options: [null, 4, {}, { text: ' ' }] }])(
    'is a text like others when it names no option: %j',
    (data) => {
      expect(submission({ ...poll, poll_data: data })).toMatchObject({
        body: poll.selftext,
        conversion: null,
      })
    },
  )

  it('keeps its address when the dump takes it for a link', () => {
    expect(submission({ ...poll, is_self: false, selftext: '' })).toMatchObject({
      body: expect.stringMatching(/^https:\/\/www\.reddit\.com\S+\n\n- Heron/),
      link: null,
    })
  })

  it('is deleted with its text', () => {
    expect(submission({ ...poll, selftext: '[deleted]' })).toMatchObject({ body: '', conversion: null })
  })
})

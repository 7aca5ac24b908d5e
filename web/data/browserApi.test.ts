import addresses from 'virtual:calls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../contract/endpoints/index.ts'
import { browserApi, urlOf } from './browserApi.ts'
import { ApiFailure, ConnectionFailure } from './failure.ts'

/** Browser globals that Node lacks. */
function browser({ cookie = '', stored = '' }: { cookie?: string; stored?: string }) {
  const storage = new Map(stored ? [['csrfToken', stored]] : [])
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
  return storage
}

function answers(response: Response | Error) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

beforeEach(() => {
  browser({})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const tokenOf = (fetched: ReturnType<typeof answers>) =>
  new Headers(fetched.mock.calls[0]?.[1].headers).get('X-Csrf-Token')

describe('a call from the browser', () => {
  it('[CORE-7-001] carries the token of the cookie', async () => {
    browser({ cookie: 'a=b; csrftoken=from%2Bcookie; c=d', stored: 'from storage' })
    const fetched = answers(json({}))
    await browserApi.call('getInitial', {})
    expect(tokenOf(fetched)).toBe('from+cookie')
  })

  it('[CORE-7-001] carries the stored token where there is no cookie', async () => {
    browser({ stored: 'from storage' })
    const fetched = answers(json({}))
    await browserApi.call('joinCommunity', { body: { communityId: '1', leave: false } })
    expect(tokenOf(fetched)).toBe('from storage')
  })

  it('[CORE-7-005] stores the token that comes back', async () => {
    const storage = browser({})
    answers(json({}, { headers: { 'Csrf-Token': 'fresh' } }))
    await browserApi.call('getInitial', {})
    expect(storage.get('csrfToken')).toBe('fresh')
  })

  it('puts parameters into path, query and JSON body', async () => {
    const fetched = answers(json({}))
    await browserApi.call('updateComment', {
      params: { publicId: 'abc', commentId: '7' },
      query: { render: 'page' },
      body: { body: 'Second thoughts' },
    })
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(address).toBe('/api/posts/abc/comments/7?render=page')
    expect(init).toMatchObject({ method: 'PUT', body: '{"body":"Second thoughts"}' })
  })
})

it('a page from a shared cache gets a session when it first needs one', async () => {
  browser({ stored: 'of an old session' })
  const fetched = vi.fn(async (url: string, _init: RequestInit) => {
    if (url === '/api/_initial') browser({ cookie: 'csrftoken=new' })
    else if (document.cookie === '') return json({ status: 401 }, { status: 401 })
    return json({ url })
  })
  vi.stubGlobal('fetch', fetched)
  await browserApi.call('joinCommunity', { body: { communityId: '1', leave: false } })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/_joinCommunity',
    '/api/_initial',
    '/api/_joinCommunity',
  ])
  expect(new Headers(fetched.mock.calls[2]?.[1].headers).get('X-Csrf-Token')).toBe('new')
})

it('an unchanged answer is taken from the cache (304) until it changes', async () => {
  const asked = async (response: Response) => {
    const fetched = answers(response)
    const answer = await browserApi.call('getOwnUser', {})
    return { answer, tag: new Headers(fetched.mock.calls[0]?.[1].headers).get('If-None-Match') }
  }
  const [first, second] = ['W/"1"', 'W/"2"'].map((ETag) => () => json({ ETag }, { headers: { ETag } }))
  if (!first || !second) throw new Error('two answers')
  const same = () => new Response(null, { status: 304 })
  expect(await asked(first())).toEqual({ answer: { ETag: 'W/"1"' }, tag: null })
  expect(await asked(same())).toEqual({ answer: { ETag: 'W/"1"' }, tag: 'W/"1"' })
  expect(await asked(second())).toEqual({ answer: { ETag: 'W/"2"' }, tag: 'W/"1"' })
  expect(await asked(same())).toEqual({ answer: { ETag: 'W/"2"' }, tag: 'W/"2"' })
})

describe('a refusal', () => {
  it('[CORE-7-002][CORE-7-003] is raised with status, code and message', async () => {
    answers(json({ status: 403, code: 'not_author', message: 'You are not the author.' }, { status: 403 }))
    const failure = await browserApi.call('getInitial', {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ status: 403, code: 'not_author', message: 'You are not the author.' })
  })

  it('of a proxy, in HTML, is raised, too', async () => {
    answers(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
    await expect(browserApi.call('getInitial', {})).rejects.toMatchObject({ status: 502, code: '' })
  })

  it('differs from a missing answer', async () => {
    answers(new TypeError('Failed to fetch'))
    await expect(browserApi.call('getInitial', {})).rejects.toBeInstanceOf(ConnectionFailure)
  })
})

describe('a call that may be sent twice', () => {
  const comment = (body: string) => () =>
    browserApi.call('createComment', { params: { publicId: 'abc' }, body: { body, parentCommentId: null } })
  const vote = () =>
    browserApi.call(
      'votePost',
      { body: { postId: '1'.repeat(24), up: true, set: 'up' } },
      { isRepeatable: true },
    )
  /** The answers in order; an error stands for a missing answer. */
  function answersInTurn(...responses: (() => Response)[]) {
    const fetched = vi.fn(async (_address: string, _init: RequestInit) => {
      const respond = responses.shift()
      if (!respond) throw new TypeError('Failed to fetch')
      return respond()
    })
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  const noAnswer = () => {
    throw new TypeError('Failed to fetch')
  }
  const unavailable = (status: number, retryAfter?: string) => () =>
    new Response('', { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) })
  const done = () => json({ id: '7' })
  const keysOf = (fetched: ReturnType<typeof answersInTurn>) =>
    fetched.mock.calls.map(([, init]) => new Headers(init.headers).get('Idempotency-Key'))
  /** The outcome of the call, and its duration in milliseconds. */
  async function outcomeOf(call: () => Promise<unknown>) {
    const started = Date.now()
    const outcome = call().then(
      (answer) => answer,
      (failure: unknown) => failure,
    )
    await vi.runAllTimersAsync()
    return { outcome: await outcome, afterMs: Date.now() - started }
  }

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['no answer', noAnswer, 1000],
    ['a 502 of a proxy', unavailable(502), 1000],
    ['a 504 of a proxy', unavailable(504), 1000],
    ['a 503 that says when', unavailable(503, '3'), 3000],
  ])('is sent once more after %s, with the same key', async (_case, first, afterMs) => {
    for (const [index, call] of [comment(`After ${_case}`), vote].entries()) {
      const fetched = answersInTurn(first, done)
      expect(await outcomeOf(call)).toEqual({ outcome: { id: '7' }, afterMs })
      const [one, other] = fetched.mock.calls
      expect(other).toEqual(one)
      const keys = keysOf(fetched)
      if (index === 0) expect(keys).toEqual([expect.stringMatching(/^[\d-]{8,64}$/), keys[0]])
      else expect(keys).toEqual([null, null])
    }
  })

  it.each([
    ['a refusal', unavailable(403), 403],
    ['too many calls', unavailable(429, '1'), 429],
    ['a failure of the server', unavailable(500), 500],
    ['a 503 that asks for a minute', unavailable(503, '60'), 503],
    ['a 503 that names a day', unavailable(503, 'Sun, 22 Nov 2026 12:00:00 GMT'), 503],
  ])('is not sent again after %s', async (_case, first, status) => {
    const fetched = answersInTurn(first, done)
    expect(await outcomeOf(comment(`After ${_case}`))).toMatchObject({ outcome: { status }, afterMs: 0 })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('fails when the second request gets no answer either', async () => {
    const fetched = answersInTurn()
    expect((await outcomeOf(vote)).outcome).toBeInstanceOf(ConnectionFailure)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('has another key each time, but the same after an unknown outcome', async () => {
    const send = comment('The same words')
    const answered = answersInTurn(done, done)
    await outcomeOf(send)
    await outcomeOf(send)
    expect(new Set(keysOf(answered)).size).toBe(2)

    const unanswered = answersInTurn(noAnswer, noAnswer, done, done)
    await outcomeOf(send)
    await outcomeOf(send)
    await outcomeOf(send)
    const [first, second, third, fourth] = keysOf(unanswered)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('is not sent again when it was aborted', async () => {
    const aborted = new AbortController()
    const fetched = answersInTurn(() => {
      aborted.abort()
      throw new DOMException('Aborted', 'AbortError')
    }, done)
    const call = () =>
      browserApi.call(
        'votePost',
        { body: { postId: '1', up: true } },
        { isRepeatable: true, signal: aborted.signal },
      )
    expect((await outcomeOf(call)).outcome).toMatchObject({ name: 'AbortError' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

it.each(['getInitial', 'joinCommunity'] as const)('any other call is sent once: %s', async (name) => {
  const fetched = answers(new TypeError('Failed to fetch'))
  const call = browserApi.call(name, { body: { communityId: '1', leave: false } })
  await expect(call).rejects.toBeInstanceOf(ConnectionFailure)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('Idempotency-Key')).toBeNull()
})

describe('addresses', () => {
  it('are those of the contract', () => {
    const inContract = Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => [
      name,
      `${endpoint.method} ${endpoint.path}${endpoint.takesIdempotencyKey ? ' key' : ''}`,
    ])
    expect(addresses).toEqual(Object.fromEntries(inContract))
  })

  it('escape their parameters', () => {
    expect(urlOf('/api/users/:username', { username: 'a/b?' }, { q: 'x&y', none: undefined })).toBe(
      '/api/users/a%2Fb%3F?q=x%26y',
    )
  })
})

it.each([
  ['', 60 * 1024, true],
  ['not ', 60 * 1024 + 1, undefined],
])('a call that outlives its page may %sdo so with %i bytes', async (_not, bytes, keepalive) => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => json({}))
  vi.stubGlobal('fetch', fetched)
  const empty = JSON.stringify({ body: '' }).length
  // Letters of two bytes, because browsers count bytes.
  const [long, odd] = ['é'.repeat((bytes - empty) >> 1), 'a'.repeat((bytes - empty) % 2)]
  const save = (options?: { outlivesPage: boolean }) =>
    browserApi.call('saveDraft', { params: { place: 'post:1' }, body: { body: long + odd } }, options)
  await save({ outlivesPage: true })
  await save()
  expect(fetched.mock.calls.map(([, init]) => init.keepalive)).toEqual([keepalive, undefined])
})

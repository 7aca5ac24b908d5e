import { describe, expect, it } from 'vitest'
import type { KnownRevision } from '../../device/draftRevisions.ts'
import { createDraftSync, type DraftText } from './draftSync.ts'

const about = { title: 'On moss', community: 'birding' }
const text = (body: string): DraftText => ({ ...about, body })
const settled = () => new Promise((resolve) => setImmediate(resolve))

interface Scene {
  stored?: string | null
  known?: KnownRevision | null
  unchanged?: string
}

/** A server with at most one draft, and a device. */
function scene({ stored = null, known = null, unchanged = '' }: Scene = {}) {
  let revisions = stored === null ? 0 : 1
  const server = { draft: stored === null ? null : { ...text(stored), revision: '1' } }
  const device = {
    body: '',
    known,
    conflict: null as string | null,
    isGone: false,
    isOffline: false,
    mark: undefined as boolean | undefined,
  }
  let pending: (() => void) | null = null
  const put = (body: string) => {
    revisions += 1
    server.draft = { ...text(body), revision: String(revisions) }
    return server.draft
  }
  const sync = createDraftSync({
    get: async () => server.draft,
    save: async ({ basedOn, ...draft }) => {
      device.mark = draft.isMadeWithAi
      const isSaved = !server.draft || server.draft.revision === basedOn || server.draft.body === draft.body
      const stored = isSaved || !server.draft ? put(draft.body) : server.draft
      if (device.isOffline) throw new Error('The answer was lost.')
      return { isSaved, draft: stored }
    },
    remove: async () => {
      server.draft = null
    },
    written: ({ body }) => body,
    unchanged,
    known: () => device.known,
    remember: (known) => {
      device.known = known
    },
    onGone: () => {
      device.isGone = true
    },
    onTake: ({ body }) => {
      device.body = body
    },
    onConflict: (draft) => {
      device.conflict = draft?.body ?? null
    },
    later: (run) => {
      pending = run
      return () => {
        pending = null
      }
    },
  })
  const pause = async () => {
    pending?.()
    pending = null
    await settled()
  }
  return { sync, server, device, pause, elsewhere: put }
}

describe('a text that is being written', () => {
  it('is saved when typing pauses, once', async () => {
    const { sync, server, pause } = scene()
    await sync.start(text(''), false)
    sync.change(text('O'))
    sync.change(text('One'))
    expect(server.draft).toBeNull()
    await pause()
    expect(server.draft).toMatchObject({ body: 'One', revision: '1' })
    sync.change(text('One more'))
    await pause()
    expect(server.draft).toMatchObject({ body: 'One more', revision: '2' })
  })

  it('is saved again when its mark changes', async () => {
    const { sync, device, pause } = scene()
    await sync.start(text(''), false)
    sync.change(text('One'))
    await pause()
    expect(device.mark).toBeUndefined()
    sync.change({ ...text('One'), isMadeWithAi: true })
    await pause()
    expect(device.mark).toBe(true)
  })

  it('continues the text of another device', async () => {
    const { sync, device, server, pause } = scene({ stored: 'From the phone' })
    await sync.start(text(''), false)
    expect(device.body).toBe('From the phone')
    sync.change(text('From the phone, and here'))
    await pause()
    expect(server.draft?.body).toBe('From the phone, and here')
  })

  it('of this window is replaced by a newer version of another device', async () => {
    const { sync, device, server } = scene({ stored: 'Here', known: { revision: '0', isChanged: false } })
    await sync.start(text('He'), true)
    expect(device).toMatchObject({ body: 'Here', conflict: null, known: { revision: '1', isChanged: false } })
    sync.leave()
    await settled()
    expect(server.draft?.revision).toBe('1')
  })

  it.each([
    [false, true, undefined],
    [true, false, 'Here'],
  ])('that was sent elsewhere, and here changed since: %s', async (isChanged, isGone, left) => {
    const { sync, device, server, pause } = scene({ known: { revision: '1', isChanged } })
    await sync.start(text('Here'), true)
    await pause()
    expect(device.isGone).toBe(isGone)
    expect(server.draft?.body).toBe(left)
  })

  it('is not saved while it equals the edited text', async () => {
    const { sync, server, pause } = scene({ unchanged: 'As sent' })
    await sync.start(text('As sent'), false)
    sync.change(text('As sent, and'))
    await pause()
    expect(server.draft?.body).toBe('As sent, and')
    sync.change(text('As sent'))
    await pause()
    expect(server.draft).toBeNull()
  })

  it('wins when only this device has changed it', async () => {
    const { sync, device, server, pause } = scene({
      stored: 'Old',
      known: { revision: '1', isChanged: true },
    })
    await sync.start(text('Old and new'), true)
    await pause()
    expect(device.conflict).toBeNull()
    expect(server.draft?.body).toBe('Old and new')
  })

  it.each([
    ['this', 'Here', ''],
    ['other', 'There', 'There'],
  ] as const)('that both have changed waits for a decision: %s', async (choice, left, taken) => {
    const { sync, device, server, pause } = scene({ stored: 'There' })
    await sync.start(text('Here'), true)
    expect(device.conflict).toBe('There')
    sync.change(text('Here'))
    await pause()
    expect(server.draft?.body).toBe('There')
    sync.settle(choice)
    await pause()
    expect(server.draft?.body).toBe(left)
    expect(device).toMatchObject({ conflict: null, body: taken })
  })

  it('is not overwritten by another device that has it open', async () => {
    const { sync, device, server, pause, elsewhere } = scene()
    await sync.start(text(''), false)
    sync.change(text('Here'))
    await pause()
    elsewhere('There')
    sync.change(text('Here again'))
    await pause()
    expect(server.draft?.body).toBe('There')
    expect(device.conflict).toBe('There')
  })

  it('is its own on the server, too, when the answer of its save was lost', async () => {
    const { sync, device, server, pause } = scene()
    await sync.start(text(''), false)
    device.isOffline = true
    sync.change(text('One'))
    await pause()
    expect(server.draft?.body).toBe('One')
    device.isOffline = false
    sync.change(text('One more'))
    await pause()
    expect(device.conflict).toBeNull()
    expect(server.draft?.body).toBe('One more')
  })

  it('is deleted when it was sent, even during a save', async () => {
    const { sync, server, device } = scene()
    await sync.start(text(''), false)
    sync.change(text('One'))
    sync.leave()
    sync.end()
    await settled()
    expect(server.draft).toBeNull()
    expect(device.known).toBeNull()
  })

  it('stays when the form is left, and is deleted when it is emptied', async () => {
    const { sync, server, pause } = scene()
    await sync.start(text(''), false)
    sync.change(text('One'))
    sync.leave()
    await settled()
    expect(server.draft?.body).toBe('One')
    sync.change(text(' '))
    await pause()
    expect(server.draft).toBeNull()
  })
})

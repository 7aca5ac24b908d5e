import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { moderationActions } from '../../../contract/moderationActions.ts'
import { LogSentence, namesCommunity } from './LogSentence.tsx'

const entry: ModerationLogEntry = {
  id: '1',
  action: 'remove_post',
  actedAs: 'mods',
  moderator: null,
  community: { id: '1', name: 'moss' },
  post: { publicId: 'AbCdEfGh', title: 'Spores' },
  comment: { id: '2' },
  user: null,
  reason: null,
  details: {
    badgeType: 'supporter',
    noAccounts: 2,
    formerName: 'mosses',
    newName: 'moss',
    address: '203.0.113.7/32',
    communityName: 'ferns',
    applicant: 'robin',
    backupName: 'monday',
  },
  createdAt: '2026-03-05T12:00:00.000Z',
}
const textOf = (more: Partial<ModerationLogEntry>) =>
  renderToString(<LogSentence entry={{ ...entry, ...more }} />).replaceAll(/<[^>]*>/g, '')

it('says differently what each action did, and by whom', () => {
  const sentences = moderationActions.map((action) => textOf({ action }))
  expect(new Set(sentences).size).toBe(moderationActions.length)
  expect(sentences.filter((text) => !text.startsWith('A moderator '))).toEqual([])
  expect(sentences.filter((text) => /undefined|\{|\}/.test(text))).toEqual([])
})

it('names the community in the sentences of which it is said', () => {
  for (const post of [entry.post, null])
    expect(
      moderationActions.filter(
        (action) => textOf({ action, post }).includes('moss') && action !== 'rename_community',
      ),
    ).toEqual(moderationActions.filter((action) => namesCommunity({ action, post })))
})

it('links posts that are no longer there without their title', () => {
  expect(textOf({ post: { publicId: 'AbCdEfGh', title: null } })).toBe('A moderator removed a post')
  expect(textOf({ post: null, comment: null })).toBe('A moderator removed a post')
  expect(textOf({})).toBe('A moderator removed the post Spores')
})

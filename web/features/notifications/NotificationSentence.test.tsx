import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Notification } from '../../../contract/entities/notification.ts'
import { NotificationSentence } from './NotificationSentence.tsx'

const notification = (facts: Partial<Notification>): Notification => ({
  id: 1,
  type: 'new_comment',
  title: '3 new comments on your post <b>Beans</b>',
  postTitle: 'Beans',
  seen: false,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...facts,
})
const by = (...names: string[]) => names.map((username) => ({ id: '1', username, picture: null }))
const read = (facts: Partial<Notification>) =>
  renderToStaticMarkup(<NotificationSentence notification={notification(facts)} />).replace(
    /<\/?b\b[^>]*>/g,
    '*',
  )

it.each([
  [by('ana'), 1, 1, '*ana* commented on your post *Beans*'],
  [by('ana'), 1, 3, '*ana* commented 3 times on your post *Beans*'],
  [by('ana', 'ben'), 2, 5, '*ana* and *ben* commented on your post *Beans*'],
  [by('ana', 'ben', 'cy'), 3, 3, '*ana*, *ben*, and *cy* commented on your post *Beans*'],
  [by('ana', 'ben', 'cy'), 6, 6, '*ana*, *ben*, and 4 others commented on your post *Beans*'],
  [by('ana', 'ben', 'cy'), 50, 70, '*ana*, *ben*, and many others commented on your post *Beans*'],
])('names %j of %i, who did it %i times', (actors, actorCount, times, sentence) => {
  expect(read({ actors, actorCount, times })).toBe(sentence)
})

it('names the subject of a reply', () => {
  expect(read({ type: 'comment_reply', actors: by('ana'), actorCount: 1 })).toBe(
    '*ana* replied to your comment on *Beans*',
  )
})

it.each([
  ['nobody is known', {}],
  ['the post is gone', { actors: by('ana'), actorCount: 1, postTitle: '' }],
  ['the type has none of its own', { type: 'mod_add' as const, actors: by('ana'), actorCount: 1 }],
])('is the sentence of the server where %s', (_where, facts) => {
  expect(read(facts)).toBe('3 new comments on your post *Beans*')
})

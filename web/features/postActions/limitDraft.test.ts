import { expect, it } from 'vitest'
import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { changeOf, draftOf, type LimitDraft } from './limitDraft.ts'

const now = new Date('2026-11-20T12:00:00Z')
const until = '2026-11-20T14:30:00Z'
const none: CommentLimits = { slowMode: null, commenters: null }
const both: CommentLimits = { slowMode: { seconds: 45, until }, commenters: { who: 'trust2', until: null } }

const sent = (limits: CommentLimits | undefined, change: Partial<LimitDraft>) => {
  const before = draftOf(limits, now)
  return changeOf(before, { ...before, ...change })
}

it.each<[CommentLimits | undefined, Partial<LimitDraft>, object]>([
  [undefined, {}, {}],
  [both, {}, {}],
  [none, { seconds: '60' }, { slowMode: { seconds: 60, hours: 24 } }],
  [none, { seconds: '60', slowEnd: '' }, { slowMode: { seconds: 60, hours: null } }],
  [none, { who: 'members', whoEnd: '1' }, { commenters: { who: 'members', hours: 1 } }],
  [both, { seconds: '', who: '' }, { slowMode: null, commenters: null }],
  [both, { seconds: '60' }, { slowMode: { seconds: 60 } }],
  [both, { slowEnd: '' }, { slowMode: { seconds: 45, hours: null } }],
  [both, { whoEnd: '72' }, { commenters: { who: 'trust2', hours: 72 } }],
  [{ ...none, slowMode: { seconds: 45, until: '2026-11-20T11:00:00Z' } }, {}, {}],
])('from %j with %j sends %j', (limits, change, body) => {
  expect(sent(limits, change)).toEqual(body)
})

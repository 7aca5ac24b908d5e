import { expect, it } from 'vitest'
import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { commentLimitsText } from './commentLimitsText.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = '2026-11-20T11:59:59Z'
const after = '2026-11-20T12:00:01Z'
const slow = (seconds: number, until: string | null = null): CommentLimits => ({
  slowMode: { seconds, until },
  commenters: null,
})
const only = (who: 'members' | 'trust1' | 'trust3', until: string | null = null): CommentLimits => ({
  slowMode: null,
  commenters: { who, until },
})

it.each<[CommentLimits[], string]>([
  [[], ''],
  [[slow(30)], 'Slow mode is on. Wait 30 seconds between comments.'],
  [[slow(60, after), slow(3600)], 'Slow mode is on. Wait 1 hour between comments.'],
  [[slow(60), slow(3600, before)], 'Slow mode is on. Wait 1 minute between comments.'],
  [[only('members', before)], ''],
  [[only('members', after)], 'Only members of this community can comment.'],
  [[only('trust1'), only('trust3')], 'Only members with trust level 3 or higher can comment.'],
  [
    [only('trust1'), { ...only('members'), ...{ slowMode: { seconds: 300, until: null } } }],
    'Slow mode is on. Wait 5 minutes between comments. Only members of this community can comment. Only members with trust level 1 or higher can comment.',
  ],
])('%j', (limits, text) => {
  expect(commentLimitsText(limits, now)).toBe(text)
})

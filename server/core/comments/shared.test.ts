import { describe, expect, it } from 'vitest'
import { createSharedParts } from '../../platform/cache/sharedParts.ts'
import { SharedText } from '../../platform/http/textParts.ts'
import type { SharedView } from '../api/viewAs.ts'
import { groupComments, type SharedComment } from './shared.ts'

const to: SharedView = {
  ghostKey: Buffer.alloc(32),
  siteHost: undefined,
  format: 'source',
  followsLinks: false,
}

function comment(id: number, version: string): SharedComment {
  const text = new SharedText(() => `{"id":"${id}","version":"${version}"}`)
  return {
    id: String(id),
    version,
    bytes: 1000,
    authorId: '1',
    before: '',
    after: '',
    forMembers: text,
    forGuests: text,
    isStripped: false,
    isWithheld: false,
  }
}

describe('a group of comments', () => {
  it('is made again when one of them changes, and then replaces the outdated one', async () => {
    const parts = createSharedParts()
    const before = [comment(1, 'a'), comment(2, 'a'), comment(8, 'a'), comment(9, 'a')]
    const groups = await groupComments(parts, to, before)
    const after = before.map((one) => (one.id === '2' ? comment(2, 'b') : one))
    const groupsAfter = await groupComments(parts, to, after)
    expect(groups.map(({ comments }) => comments.map(({ id }) => id))).toEqual([['1', '2', '8'], ['9']])
    expect(groupsAfter.map((group, at) => group === groups[at])).toEqual([false, true])
    expect(String(groupsAfter[0]?.forGuests)).toContain('{"id":"2","version":"b"}')
    expect(parts.figures().entries).toBe(2)
  })
})

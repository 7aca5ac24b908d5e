import { afterEach, describe, expect, it, vi } from 'vitest'
import { collapseAll } from './collapseAll.ts'
import { chosen, shownAtTop } from './collapsed.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  shownAtTop.clear()
  chosen.clear()
})

/** Collapses a hundred threads on a device whose frames take this long. @returns how many are collapsed after each frame. */
function collapseHundred(frameMs: number): number[] {
  const collapsed = new Set<number>()
  for (let thread = 0; thread < 100; thread += 1)
    shownAtTop.add((isCollapsed) => void (isCollapsed && collapsed.add(thread)))
  const waiting: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback))
  collapseAll([], true)
  const counts: number[] = []
  for (let now = 0, frame = waiting.shift(); frame; now += frameMs, frame = waiting.shift()) {
    frame(now)
    counts.push(collapsed.size)
  }
  return counts
}

describe('collapsing all threads', () => {
  it('leaves the first frame to the button, and changes more threads in each frame where frames are short', () => {
    expect(collapseHundred(16)).toEqual([0, 16, 48, 100])
  })

  it('changes eight threads in a frame, and not fewer, where frames are long anyway', () => {
    expect(collapseHundred(400)).toEqual([0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 100])
  })
})

import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { watchDiskSpace } from './diskSpace.ts'

it.each([
  ['more than any disk has', 1e12, true, 1],
  ['one MiB', 1, false, 0],
  ['nothing', 0, false, 0],
])(
  'with a reserve of %s, room is short or not, and the operator is notified',
  async (_what, reserveMib, isShort, lines) => {
    const said: string[] = []
    const space = await watchDiskSpace({ folder: tmpdir(), reserveMib, log: (line) => said.push(line) })
    expect(space.isShort()).toBe(isShort)
    expect(said).toHaveLength(lines)
    space.close()
  },
)

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

// With more differing words, the whole middle is shown as replaced, because the search is quadratic.
const differencesMax = 400

/** The difference of two texts, word by word; removed words come before the added ones. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1
  let [oldEnd, youngEnd] = [old.length, young.length]
  while (oldEnd > start && youngEnd > start && old[oldEnd - 1] === young[youngEnd - 1]) {
    oldEnd -= 1
    youngEnd -= 1
  }
  const [oldMiddle, youngMiddle] = [old.slice(start, oldEnd), young.slice(start, youngEnd)]
  const middle = shortestEdit(oldMiddle, youngMiddle) ?? [
    ...oldMiddle.map((text): DiffPart => ({ kind: 'removed', text })),
    ...youngMiddle.map((text): DiffPart => ({ kind: 'added', text })),
  ]
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: old.slice(oldEnd).join('') },
  ])
}

const contextLength = 160

/** An unchanged text, cut to the words near the changes before and after it; whole if that saves nothing. */
export function contextOf(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= contextLength) return text
  const after = isFirst ? '' : text.slice(0, contextLength).replace(/(?<=\s)\S+$/, '')
  const before = isLast ? '' : text.slice(-contextLength).replace(/^\S+(?=\s)/, '')
  return after.length + before.length + 3 >= text.length ? text : `${after.trimEnd()} … ${before.trimStart()}`
}

/** Words, spaces and single characters. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []

/**
 * The shortest way from one list to the other, after Myers, "An O(ND) difference algorithm and its variations" (1986).
 *
 * @returns null when it has more than `differencesMax` steps.
 */
function shortestEdit(old: readonly string[], young: readonly string[]): DiffPart[] | null {
  /** The furthest position in `old` on each diagonal, for each number of steps. */
  const trace: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  const most = Math.min(old.length + young.length, differencesMax)
  for (let steps = 0; steps <= most; steps += 1) {
    trace.push(reach)
    const next = new Map<number, number>()
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = comesFromAbove(reach, diagonal, steps)
        ? (reach.get(diagonal + 1) ?? 0)
        : (reach.get(diagonal - 1) ?? 0) + 1
      while (x < old.length && x - diagonal < young.length && old[x] === young[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= old.length && x - diagonal >= young.length) return wayBack(old, young, trace)
    }
    reach = next
  }
  return null
}

const comesFromAbove = (reach: ReadonlyMap<number, number>, diagonal: number, steps: number): boolean =>
  diagonal === -steps ||
  (diagonal !== steps && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1))

function wayBack(
  old: readonly string[],
  young: readonly string[],
  trace: readonly Map<number, number>[],
): DiffPart[] {
  const parts: DiffPart[] = []
  let [x, y] = [old.length, young.length]
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const reach = trace[steps] ?? new Map<number, number>()
    const previous = x - y + (comesFromAbove(reach, x - y, steps) ? 1 : -1)
    const fromX = steps === 0 ? 0 : (reach.get(previous) ?? 0)
    const fromY = steps === 0 ? 0 : fromX - previous
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      parts.push({ kind: 'same', text: old[x] ?? '' })
    }
    if (x > fromX) parts.push({ kind: 'removed', text: old[x - 1] ?? '' })
    else if (y > fromY) parts.push({ kind: 'added', text: young[y - 1] ?? '' })
    ;[x, y] = [fromX, fromY]
  }
  return parts.reverse()
}

/** Joins neighbours. A space between two changes belongs to them, so that a replaced sentence is read in one piece. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let [removed, added, space] = ['', '', '']
  const close = () => {
    if (removed) result.push({ kind: 'removed', text: removed })
    if (added) result.push({ kind: 'added', text: added })
    ;[removed, added] = ['', '']
  }
  const keep = (text: string) => {
    close()
    const last = result.at(-1)
    if (last?.kind === 'same') result[result.length - 1] = { kind: 'same', text: last.text + text }
    else if (text) result.push({ kind: 'same', text })
  }
  for (const { kind, text } of parts) {
    if (kind === 'same') {
      if ((removed || added) && space === '' && /^[^\S\n]+$/.test(text)) space = text
      else {
        keep(space + text)
        space = ''
      }
      continue
    }
    removed += space
    added += space
    space = ''
    if (kind === 'removed') removed += text
    else added += text
  }
  keep(space)
  return result
}

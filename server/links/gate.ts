/** Lets so many in at once, altogether and for each key. */
export interface Gate {
  /** @returns what to call when done, or null when there is no room. */
  enter(key: string): (() => void) | null
}

export function createGate(room: { atOnce: number; atOncePerKey: number }): Gate {
  const inside = new Map<string, number>()
  let total = 0
  return {
    enter(key) {
      const own = inside.get(key) ?? 0
      if (total >= room.atOnce || own >= room.atOncePerKey) return null
      total += 1
      inside.set(key, own + 1)
      return () => {
        total -= 1
        const left = (inside.get(key) ?? 1) - 1
        if (left === 0) inside.delete(key)
        else inside.set(key, left)
      }
    },
  }
}

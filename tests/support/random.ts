/**
 * Deterministic pseudo-random numbers, for tests that try many values.
 *
 * @see https://en.wikipedia.org/wiki/Linear_congruential_generator (the numbers of Numerical Recipes)
 */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** At least 0, less than 1. */
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    chance: (share: number) => next() < share,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[below(from.length)] as T
    },
    shuffled<T>(list: readonly T[]): T[] {
      const left = [...list]
      return list.map(() => left.splice(below(left.length), 1)[0] as T)
    },
  }
}

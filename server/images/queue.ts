/** So much work is waiting that more would only wait too long. */
export class TooBusy extends Error {}

interface Limits {
  /** Pieces of work at once. */
  readonly atOnce: number
  /** What the pieces under way may weigh together; a single one may always weigh more. */
  readonly weight: number
  /** Pieces that wait for their turn. */
  readonly waiting: number
}

/**
 * Lets only so much heavy work happen at once; the others wait for their turn.
 *
 * @returns does a piece of work. @throws TooBusy, from the piece, when too many wait already.
 */
export function createWorkQueue(limits: Limits) {
  const waiting: { weight: number; start: () => void }[] = []
  let [underWay, weightUnderWay] = [0, 0]

  const startWhatMay = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const fits = underWay < limits.atOnce && weightUnderWay + next.weight <= limits.weight
      if (!fits && underWay > 0) return
      waiting.shift()
      underWay += 1
      weightUnderWay += next.weight
      next.start()
    }
  }

  return <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    const doIt = async () => {
      try {
        return await work()
      } finally {
        underWay -= 1
        weightUnderWay -= weight
        startWhatMay()
      }
    }
    return new Promise((resolve, reject) => {
      if (waiting.length >= limits.waiting) return reject(new TooBusy('too many wait already'))
      waiting.push({ weight, start: () => resolve(doIt()) })
      startWhatMay()
    })
  }
}

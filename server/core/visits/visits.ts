import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { noteVisits } from './noteVisits.sql.ts'

const writeAfterMs = 1000
/** Beyond this number within one write, further visits are not recorded. */
const mostNoted = 10_000

interface Visit {
  readonly memberId: string
  readonly publicId: string
  /** When the post was read, in microseconds since 1970, by the clock of the database. */
  readonly micros: string
}

const nameOf = ({ memberId, publicId }: Pick<Visit, 'memberId' | 'publicId'>) => `${memberId} ${publicId}`

/** Visits by member and post, the latest of each. */
class Batch {
  readonly byName = new Map<string, Visit>()
  readonly members = new Set<string>()

  add(visit: Visit): void {
    if (this.byName.size >= mostNoted && !this.byName.has(nameOf(visit))) return
    this.byName.set(nameOf(visit), visit)
    this.members.add(visit.memberId)
  }
}

/**
 * Members' visits of posts. They are noted in memory and written about once a second, so that reading is not a write (write-behind).
 * A crash loses those of the last second.
 */
export class Visits {
  readonly #db: Db
  readonly #failed: (error: unknown) => void
  #noted = new Batch()
  /** What is being written. */
  #written = new Batch()
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** @param failed receives errors; visits that could not be written are dropped. */
  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  note(visit: Visit): void {
    this.#noted.add(visit)
    this.#timer ??= setTimeout(() => void this.write(), writeAfterMs).unref()
  }

  /** The time of a visit that may not be stored yet, as `Visit.micros`; 0 if there is none. */
  notedAt(of: Pick<Visit, 'memberId' | 'publicId'>): string {
    const name = nameOf(of)
    return (this.#noted.byName.get(name) ?? this.#written.byName.get(name))?.micros ?? '0'
  }

  /** Waits until the noted visits of a member are stored. */
  async storedOf(memberId: string): Promise<void> {
    if (this.#noted.members.has(memberId)) await this.write()
    else if (this.#written.members.has(memberId)) await this.#writing
  }

  /** Writes all noted visits now. Never rejects. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNoted())
    return this.#writing
  }

  async #writeNoted(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#written = this.#noted
    this.#noted = new Batch()
    const visits = [...this.#written.byName.values()]
    if (visits.length === 0) return
    try {
      await queryRows(this.#db, noteVisits, {
        memberIds: visits.map(({ memberId }) => memberId),
        publicIds: visits.map(({ publicId }) => publicId),
        visitedMicros: visits.map(({ micros }) => micros),
      })
    } catch (error) {
      this.#failed(error)
    }
    this.#written = new Batch()
  }
}

import { isReference, type KnownKind } from './values.ts'

/** Per kind; then the oldest are dropped. */
const maxValues = 40

/** Ids and names from earlier answers, so that later requests can refer to things that exist. */
export class Known {
  readonly #byKind = new Map<KnownKind, (string | number)[]>()

  add(kind: KnownKind, value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const values = this.#byKind.get(kind) ?? []
    this.#byKind.set(kind, [value, ...values.filter((other) => other !== value)].slice(0, maxValues))
  }

  /** Collects ids and names from an answer. The keys of an object show what it is. */
  learn(answer: unknown, depth = 0): void {
    if (typeof answer !== 'object' || answer === null || depth > 8) return
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 10)) this.learn(item, depth + 1)
      return
    }
    const { id, name, username, publicId, next, createdById } = answer as Record<string, unknown>
    if ('next' in answer) this.add('cursor', next)
    if ('publicId' in answer) {
      this.add('publicId', publicId)
      this.add('post', id)
    } else if ('parentId' in answer || 'postPublicId' in answer) this.add('comment', id)
    else if ('username' in answer && 'points' in answer) {
      this.add('username', username)
      this.add('user', id)
    } else if ('name' in answer && 'noMembers' in answer) {
      this.add('communityName', name)
      this.add('community', id)
    } else if (typeof id === 'number') this.add('number', id)
    this.add('user', createdById)
    for (const value of Object.values(answer)) this.learn(value, depth + 1)
  }

  /** Replaces each reference by a known value, or by "1" if none of its kind is known. */
  resolve(value: unknown): unknown {
    if (isReference(value)) {
      const values = this.#byKind.get(value.$known) ?? []
      return values.length > 0 ? values[value.index % values.length] : '1'
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]))
  }
}

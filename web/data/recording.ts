import { recordAnswersWith } from './onlyAnswer.ts'

/** The data of a page by the names of its queries. */
export type PageData = Readonly<Record<string, unknown>>

type Value = object | string | number | boolean | null | undefined

const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'object' : 'value'

/** A place in the data of a page, and what was read below it. */
class Place {
  /** By field: the value, or the place of an object. */
  readonly reads = new Map<string, Value | Place>()
  readonly kind: ReturnType<typeof kindOf>
  readonly proxy: object
  readonly #find: () => object
  /** The names of all its fields, if they were read. */
  names: string | null = null

  constructor(recording: Recording, find: () => object) {
    this.#find = find
    this.kind = kindOf(find())
    const read = (name: string): unknown => recording.read(this, name)
    // A stand-in for the target: what a proxy says of a frozen target has to be the truth.
    this.proxy = new Proxy(this.kind === 'list' ? [] : {}, {
      get: (_target, name) => (typeof name === 'string' ? read(name) : Reflect.get(this.value, name)),
      has: (_target, name) => typeof name === 'string' && read(name) !== undefined,
      ownKeys: () => {
        if (recording.isOn) this.names ??= namesOf(this.value)
        return Reflect.ownKeys(this.value)
      },
      getOwnPropertyDescriptor: (target, name) => {
        if (typeof name !== 'string') return undefined
        const value = read(name)
        if (name in target) return { ...Reflect.getOwnPropertyDescriptor(target, name), value }
        return Object.hasOwn(this.value, name)
          ? { value, writable: false, enumerable: true, configurable: true }
          : undefined
      },
      set: () => false,
      deleteProperty: () => false,
    })
    places.set(this.proxy, this)
  }

  /** What is here in the data that is looked at now. */
  get value(): object {
    return this.#find()
  }

  fits(value: unknown): boolean {
    if (kindOf(value) !== this.kind) return false
    const fields = value as Record<string, unknown>
    if (this.names !== null && this.names !== namesOf(fields)) return false
    for (const [name, read] of this.reads)
      if (read instanceof Place ? !read.fits(fields[name]) : !Object.is(read, fields[name])) return false
    return true
  }

  /** How much was read, in characters and values. */
  get size(): number {
    let size = this.names?.length ?? 0
    for (const [name, read] of this.reads)
      size +=
        name.length + 8 + (read instanceof Place ? read.size : typeof read === 'string' ? read.length : 0)
    return size
  }
}

const places = new WeakMap<object, Place>()
const namesOf = (value: object) => Object.keys(value).join(' ')

/**
 * Records which fields of the data of a page are read, and with which values (dependency tracking): what was made of them is right
 * for any other data that has the same values there. It keeps nothing else of the data.
 */
export class Recording {
  #data: PageData = {}
  #isOn = false
  #root: Place | null = null
  readonly #answers: { ask: () => unknown; answer: unknown }[] = []

  /** Does something with data whose reads are recorded. */
  record<Result>(data: PageData, work: (recorded: PageData) => Result): Result {
    return this.#with(data, true, () => {
      this.#root = new Place(this, () => this.#data)
      return work(this.#root.proxy as PageData)
    })
  }

  /** Does something for which the recorded data stands for these, and no read is recorded. */
  apply<Result>(data: PageData, work: () => Result): Result {
    return this.#with(data, false, work)
  }

  /** Whether what was made of the recorded data can be made of these as well. */
  fits(data: PageData): boolean {
    if (!this.#root?.fits(data)) return false
    if (this.#answers.length === 0) return true
    return this.apply(data, () => this.#answers.every(({ ask, answer }) => Object.is(ask(), answer)))
  }

  /** How much was read, in characters and values. */
  get size(): number {
    return (this.#root?.size ?? 0) + 100 * this.#answers.length
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** What a field has; if that is an object, a proxy while recording. */
  read(place: Place, name: string): unknown {
    const value = (place.value as Record<string, Value>)[name]
    // Methods of lists and objects.
    if (!this.#isOn || typeof value === 'function') return value
    const known = place.reads.get(name)
    if (known instanceof Place) return known.proxy
    if (kindOf(value) === 'value') {
      place.reads.set(name, value)
      return value
    }
    const below = new Place(this, () => (place.value as Record<string, object>)[name] as object)
    place.reads.set(name, below)
    return below.proxy
  }

  #with<Result>(data: PageData, isOn: boolean, work: () => Result): Result {
    const before = { data: this.#data, isOn: this.#isOn }
    this.#data = data
    this.#isOn = isOn
    const asking = recordAnswersWith(
      isOn
        ? (ask) => {
            const answer = this.apply(data, ask)
            this.#answers.push({ ask, answer })
            return answer
          }
        : null,
    )
    try {
      return work()
    } finally {
      this.#data = before.data
      this.#isOn = before.isOn
      recordAnswersWith(asking)
    }
  }
}

/** The object that a proxy of a recording stands for; other objects are themselves. */
export const originalOf = <T extends object>(value: T): T =>
  (places.get(value)?.value as T | undefined) ?? value

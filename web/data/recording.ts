import { recordAnswersWith } from './onlyAnswer.ts'

/** The data of a page by the names of its queries. */
export type PageData = Readonly<Record<string, unknown>>

type Value = object | string | number | boolean | null | undefined

const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'object' : 'value'

/** A place in the data of a page, and what was read below it. It is the handler of its own proxy. */
class Place implements ProxyHandler<object> {
  /** By field: the value, or the place of an object. */
  readonly reads = new Map<string, Value | Place>()
  readonly kind: ReturnType<typeof kindOf>
  readonly proxy: object
  readonly #recording: Recording
  readonly #above: Place | null
  readonly #field: string
  /** The names of all its fields, if they were read. */
  names: string | null = null

  /** @param above null for the data of the page itself */
  constructor(recording: Recording, above: Place | null, field: string) {
    this.#recording = recording
    this.#above = above
    this.#field = field
    this.kind = kindOf(this.value)
    // A stand-in for the target: what a proxy says of a frozen target has to be the truth.
    this.proxy = new Proxy(this.kind === 'list' ? [] : {}, this)
    places.set(this.proxy, this)
  }

  get(_target: object, name: string | symbol): unknown {
    return typeof name === 'string' ? this.#recording.read(this, name) : Reflect.get(this.value, name)
  }

  has(_target: object, name: string | symbol): boolean {
    return typeof name === 'string' && this.#recording.read(this, name) !== undefined
  }

  ownKeys(): (string | symbol)[] {
    if (this.#recording.isOn) this.names ??= namesOf(this.value)
    return Reflect.ownKeys(this.value)
  }

  getOwnPropertyDescriptor(target: object, name: string | symbol): PropertyDescriptor | undefined {
    if (typeof name !== 'string') return undefined
    const value = this.#recording.read(this, name)
    if (name in target) return { ...Reflect.getOwnPropertyDescriptor(target, name), value }
    return Object.hasOwn(this.value, name)
      ? { value, writable: false, enumerable: true, configurable: true }
      : undefined
  }

  set(): boolean {
    return false
  }

  deleteProperty(): boolean {
    return false
  }

  /** What is here in the data that is looked at now. */
  get value(): object {
    return this.#above
      ? ((this.#above.value as Record<string, unknown>)[this.#field] as object)
      : this.#recording.data
  }

  fits(value: unknown): boolean {
    if (kindOf(value) !== this.kind) return false
    const fields = value as Record<string, unknown>
    if (this.names !== null && this.names !== namesOf(fields)) return false
    for (const [name, read] of this.reads)
      if (read instanceof Place ? !read.fits(fields[name]) : !Object.is(read, fields[name])) return false
    return true
  }

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    let bytes = bytesPerPlace + 2 * (this.names?.length ?? 0)
    for (const [name, read] of this.reads)
      bytes +=
        2 * name.length +
        bytesPerRead +
        (read instanceof Place ? read.bytes : typeof read === 'string' ? 2 * read.length : 0)
    return bytes
  }
}

/** With its proxy and its map. */
const bytesPerPlace = 400
const bytesPerRead = 24
const bytesPerAnswer = 200

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
      this.#root = new Place(this, null, '')
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

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    return (this.#root?.bytes ?? 0) + bytesPerAnswer * this.#answers.length
  }

  /** The data that is looked at now. */
  get data(): PageData {
    return this.#data
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
    const below = new Place(this, place, name)
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

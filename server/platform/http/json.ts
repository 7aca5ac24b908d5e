import { scriptSafe } from '../../../contract/escapeMarkup.ts'
import type { Piece } from '../../../contract/pages.ts'
import { joinBytes } from './bytes.ts'

/**
 * A JSON value in pieces, which is what answers are made of: stored pieces are copied, never serialized or encoded again. In all of
 * them `<` is escaped, so they are also safe in the script element of a page. Pages also need the value, which is made when it is asked
 * for.
 */
export class Json<Value = unknown> {
  readonly pieces: readonly Piece[]
  /** What all viewers share of it; null for what is not shared. */
  readonly shared: SharedJson | null
  readonly #make: () => Value
  #continued: readonly Piece[] | undefined
  #made: { readonly value: Value } | undefined

  /** @param json as one text, or as pieces of other JSON. */
  constructor(json: string | readonly Piece[], make?: () => Value, shared: SharedJson | null = null) {
    this.pieces = typeof json === 'string' ? [scriptSafe(json)] : json
    this.shared = shared
    this.#make = make ?? (() => JSON.parse(this.text))
  }

  static of<Value>(value: Value): Json<Value> {
    return new Json(JSON.stringify(value), () => value)
  }

  /** The pieces of an object as they follow the fields of another one; made once, because few objects follow very many. */
  get continued(): readonly Piece[] {
    this.#continued ??= isEmpty(this) ? ['}'] : goingOn(this.pieces)
    return this.#continued
  }

  get text(): string {
    return joinBytes(this.pieces).toString()
  }

  /** Not to be changed. */
  get value(): Value {
    if (!this.#made) {
      const value = this.#make()
      this.#made = { value }
      if (typeof value === 'object' && value !== null && Object.isExtensible(value))
        (value as Marked)[origin] = this
    }
    return this.#made.value
  }
}

/** Names the JSON of a value in it. A weak map would cost the garbage collector more than all else that is done with values. */
const origin = Symbol('origin')
type Marked = { [origin]?: Json }

/** The JSON of this value; undefined if it has none, also for a copy of a value. */
export function jsonOfValue(value: Marked): Json | undefined {
  const json = value[origin]
  return json?.value === value ? json : undefined
}

/** What guests see of this value: always the same frozen object for the same stored item; undefined for what is not stored. */
export const formForGuests = (value: object): object | undefined => jsonOfValue(value)?.shared?.forGuests

/** Adds the pieces of a part, and a text before it. */
function addTo(pieces: Piece[], before: string, part: readonly Piece[]): void {
  pieces.push(before)
  for (const piece of part) pieces.push(piece)
}

export function jsonList<Item>(items: readonly Json<Item>[]): Json<Item[]> {
  const pieces: Piece[] = []
  for (const item of items) addTo(pieces, pieces.length === 0 ? '[' : ',', item.pieces)
  pieces.push(pieces.length === 0 ? '[]' : ']')
  return new Json(pieces, () => items.map(({ value }) => value))
}

/** An object with these fields, each as JSON or as a plain value; undefined ones are absent, as in JSON. */
export function jsonObject<Value extends object>(
  fields: { readonly [Name in keyof Value]: Value[Name] | Json<Value[Name]> },
): Json<Value> {
  const given = Object.entries(fields).filter(([, field]) => field !== undefined)
  const pieces: Piece[] = []
  for (const [name, field] of given)
    addTo(
      pieces,
      `${pieces.length === 0 ? '{' : ','}"${name}":`,
      field instanceof Json ? field.pieces : [scriptSafe(JSON.stringify(field))],
    )
  pieces.push(pieces.length === 0 ? '{}' : '}')
  const make = () =>
    Object.fromEntries(given.map(([name, field]) => [name, field instanceof Json ? field.value : field]))
  return new Json(pieces, make as () => Value)
}

/** An object with the fields of two, which must be different. */
export const withFields = <Value extends object>(one: Json<object>, more: Json<object>): Json<Value> =>
  new Json(isEmpty(one) ? more.pieces : [...opened(one.pieces), ...more.continued], () => together(one, more))

const together = <Value extends object>(one: Json<object>, more: Json<object>) =>
  Object.assign({}, one.value, more.value) as Value

const isEmpty = ({ pieces }: Pick<Json, 'pieces'>) => pieces[0] === '{}'

/** The pieces of an object with a comma in place of its beginning. */
function goingOn([first = '', ...rest]: readonly Piece[]): Piece[] {
  return typeof first === 'string' ? [`,${first.slice(1)}`, ...rest] : [',', first.subarray(1), ...rest]
}

/** The pieces of an object without its end. */
function opened(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1) ?? ''
  return [...pieces.slice(0, -1), typeof last === 'string' ? last.slice(0, -1) : last.subarray(0, -1)]
}

/** An object that is the same for everyone except for a few fields, which say what it is to its viewer. */
export class SharedJson<Value extends object = object> {
  /** In UTF-8, because encoding it again for each answer would take longer than all else that is done with it. */
  readonly #start: Buffer
  readonly #shared: Json<object>
  readonly #guest: Json<object>
  #forGuests: Value | undefined

  /**
   * @param text of a JSON object without the fields of the viewer, but with others.
   * @param guest the fields of the viewer as they are for guests.
   */
  constructor(text: string, guest: Json<object>) {
    const bytes = joinBytes(scriptSafe(text))
    this.#start = bytes.subarray(0, -1)
    this.#shared = new Json([bytes], () => frozen(JSON.parse(text)))
    this.#guest = guest
  }

  /** Its length in bytes, without the fields of the viewer. */
  get length(): number {
    return this.#start.length
  }

  /** The object for one viewer. */
  for(viewer: Json<object>): Json<Value> {
    return new Json([this.#start, ...viewer.continued], () => together(this.#shared, viewer), this)
  }

  get forGuests(): Value {
    this.#forGuests ??= Object.freeze(withFields<Value>(this.#shared, this.#guest).value)
    return this.#forGuests
  }
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(Object.freeze(value))) frozen(each)
  return value
}

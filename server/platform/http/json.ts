/**
 * A JSON value as text, which is what answers are made of: stored texts are joined, never serialized again. Pages also need the
 * value, which is made when it is asked for.
 */
export class Json<Value = unknown> {
  readonly text: string
  readonly #make: () => Value
  #made: { readonly value: Value } | undefined

  /** @param make returns the value of the text. */
  constructor(text: string, make: () => Value = () => frozen(JSON.parse(text))) {
    this.text = text
    this.#make = make
  }

  static of<Value>(value: Value): Json<Value> {
    return new Json(JSON.stringify(value), () => value)
  }

  get value(): Value {
    if (!this.#made) {
      const value = this.#make()
      this.#made = { value }
      if (typeof value === 'object' && value !== null) textOwners.set(value, this)
    }
    return this.#made.value
  }
}

const textOwners = new WeakMap<object, Json>()

/** The text of a value that came from `Json`; undefined for other values. */
export const textOfValue = (value: object): string | undefined => textOwners.get(value)?.text

export const jsonList = <Item>(items: readonly Json<Item>[]): Json<Item[]> =>
  new Json(`[${items.map(({ text }) => text).join(',')}]`, () => items.map(({ value }) => value))

/** An object with these fields, each as JSON or as a plain value; undefined ones are absent, as in JSON. */
export function jsonObject<Value extends object>(
  fields: { readonly [Name in keyof Value]: Value[Name] | Json<Value[Name]> },
): Json<Value> {
  const given = Object.entries(fields).filter(([, field]) => field !== undefined)
  const texts = given.map(
    ([name, field]) => `"${name}":${field instanceof Json ? field.text : JSON.stringify(field)}`,
  )
  const make = () =>
    Object.fromEntries(given.map(([name, field]) => [name, field instanceof Json ? field.value : field]))
  return new Json(`{${texts.join(',')}}`, make as () => Value)
}

/** The texts of two JSON objects with different fields as that of one. */
const joined = (text: string, more: string) =>
  more === '{}' ? text : text === '{}' ? more : `${text.slice(0, -1)},${more.slice(1)}`

/** An object with the fields of two, which must be different. */
export const withFields = <Value extends object>(one: Json<object>, more: Json<object>): Json<Value> =>
  // Begins with an empty object, because V8 copies slowly into a literal that begins with a spread.
  new Json(joined(one.text, more.text), () => Object.assign({}, one.value, more.value) as Value)

/** An object that is the same for everyone but for a few fields, which say what it is to its viewer. */
export class SharedJson<Value extends object = object> {
  readonly #shared: Json<object>
  readonly #guest: Json<object>
  #forGuests: Value | undefined

  /**
   * @param text of a JSON object without the fields of the viewer.
   * @param guest the fields of the viewer as they are for guests.
   */
  constructor(text: string, guest: Json<object>) {
    this.#shared = new Json(text)
    this.#guest = guest
  }

  /** Its length in characters, without the fields of the viewer. */
  get length(): number {
    return this.#shared.text.length
  }

  /** The object for one viewer. */
  for(viewer: Json<object>): Json<Value> {
    const json = withFields<Value>(this.#shared, viewer)
    return new Json(json.text, () => {
      formsForGuests.set(json.value, this)
      return json.value
    })
  }

  get forGuests(): Value {
    this.#forGuests ??= Object.freeze(withFields<Value>(this.#shared, this.#guest).value)
    return this.#forGuests
  }
}

const formsForGuests = new WeakMap<object, SharedJson>()

/** What guests see of this value: always the same frozen object for the same stored text; undefined for what is not stored. */
export const formForGuests = (value: object): object | undefined => formsForGuests.get(value)?.forGuests

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(Object.freeze(value))) frozen(each)
  return value
}

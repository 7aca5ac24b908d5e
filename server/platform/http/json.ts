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
    this.#made ??= { value: this.#make() }
    return this.#made.value
  }
}

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

/** An object that is the same for everyone but for a few fields, which say what it is to its viewer. */
export class SharedJson<Value extends object = object> {
  readonly #text: string
  readonly #shared: Json<object>
  readonly #guest: Json<object>
  #forGuests: Value | undefined

  /**
   * @param text of a JSON object with at least one field, without those of the viewer.
   * @param guest the fields of the viewer as they are for guests.
   */
  constructor(text: string, guest: Json<object>) {
    // Without its last bracket, because the fields of the viewer follow.
    this.#text = text.slice(0, -1)
    this.#shared = new Json(text)
    this.#guest = guest
  }

  /** Its length in characters, without the fields of the viewer. */
  get length(): number {
    return this.#text.length
  }

  /** The object for one viewer. */
  for(viewer: Json<object>): Json<Value> {
    return new Json(`${this.#text},${viewer.text.slice(1)}`, () => {
      // Begins with an empty object, because V8 copies slowly into a literal that begins with a spread.
      const value = Object.assign({}, this.#shared.value, viewer.value) as Value
      formsForGuests.set(value, this)
      return value
    })
  }

  get forGuests(): Value {
    this.#forGuests ??= Object.freeze(Object.assign({}, this.#shared.value, this.#guest.value)) as Value
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

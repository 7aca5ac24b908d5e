/*
 * Checks messages as types: a `select` names the kinds that its value can have. `other` may stand for one kind, so that a new kind
 * does not get the words of another without notice; or for any text, if the message shows that.
 */

/** The kinds that a message has no case for. One stands after `select, ` or the brace that closes the case before it. */
type Without<Message extends string, Kind> = Kind extends string
  ? Message extends `${string}${', ' | '} '}${Kind} {${string}`
    ? never
    : Kind
  : never

/** These kinds if there are several; otherwise nothing. */
type Several<Kind, All = Kind> = Kind extends unknown ? ([All] extends [Kind] ? never : Kind) : never

/** What the `select`s of a message leave to `other` where that stands for several kinds. */
export type Unnamed<Message extends string, Given, Name = keyof Given> = Name extends keyof Given & string
  ? Message extends `${string}{${Name}, select, ${string}`
    ? string extends Given[Name]
      ? Message extends `${string}{${Name}}${string}`
        ? never
        : 'any text'
      : Several<Without<Message, Given[Name]>>
    : never
  : never

/** The values of a message; impossible ones if a `select` of it leaves several kinds to `other`. */
export type ValuesOf<Message extends string, Given> = [Unnamed<Message, Given>] extends [never]
  ? Given
  : Given & { readonly 'the message does not name': Unnamed<Message, Given> }

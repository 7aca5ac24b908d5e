/*
 * Checks messages as types: a `select` names the kinds that its value can have. `other` may stand for one kind, so that a new kind
 * does not get the words of another without notice; or for any text, if the message shows that.
 */

/** These kinds if there are several; otherwise nothing. */
type Several<Kinds extends string> = [Kinds] extends [Intersection<Kinds>] ? never : Kinds

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never

type AfterLastBrace<Text extends string> = Text extends `${string}{${infer Rest}`
  ? AfterLastBrace<Rest>
  : Text

type Trimmed<Text extends string> = Text extends ` ${infer Rest}`
  ? Trimmed<Rest>
  : Text extends `${infer Rest} `
    ? Trimmed<Rest>
    : Text

/** What follows the brace that closes a block, given what follows the one that opens it. `Outer`: the open blocks around it. */
type AfterBlock<
  Text extends string,
  Outer extends readonly unknown[] = [],
> = Text extends `${infer Head}}${infer Tail}`
  ? Head extends `${string}{${infer Inside}`
    ? AfterBlock<`${Inside}}${Tail}`, [...Outer, unknown]>
    : Outer extends readonly [unknown, ...infer Further]
      ? AfterBlock<Tail, Further>
      : Tail
  : ''

/** The names of the cases of a `select` but `other`, given what follows `select, `. */
type CasesIn<Text extends string, Found extends string = never> = Text extends `${infer Name}{${infer Inside}`
  ? Name extends `${string}}${string}`
    ? Found
    : CasesIn<AfterBlock<Inside>, Found | Exclude<Trimmed<Name>, 'other'>>
  : Found

/** What the `select`s of a message leave to `other` where that stands for several kinds. */
export type Unnamed<Message extends string, Given> = Message extends `${infer Before}, select, ${infer Rest}`
  ?
      | (AfterLastBrace<Before> extends infer Name extends keyof Given
          ? string extends Given[Name]
            ? Message extends `${string}{${Name & string}}${string}`
              ? never
              : 'any text'
            : Several<Exclude<Given[Name] & string, CasesIn<Rest>>>
          : never)
      | Unnamed<Rest, Given>
  : never

/** The values of a message; impossible ones if a `select` of it leaves several kinds to `other`. */
export type ValuesOf<Message extends string, Given> = [Unnamed<Message, Given>] extends [never]
  ? Given
  : Given & { readonly 'the message does not name': Unnamed<Message, Given> }

import { type Static, type TSchema, Type } from 'typebox'

/** The schema's type or null, written as `type: […, 'null']`, which serialises without trying alternatives. */
export function Nullable<T extends TSchema>(schema: T) {
  const type = (schema as { type?: string }).type
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] })
}

/** A text that may be one of a few words; in JSON Schema an `enum`. */
export function OneOf<const T extends string>(...words: T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: words })
}

/** Either of two objects, told apart by a key that only the first has; serialises without trying alternatives. */
export function OneOfTwo<A extends TSchema, B extends TSchema>(
  first: A,
  second: B,
  { firstHas }: { firstHas: string },
) {
  // Spelled as entries: an object that says `then` would pass for a promise.
  const branches = Object.fromEntries([
    ['then', first],
    ['else', second],
  ])
  return Type.Unsafe<Static<A> | Static<B>>({
    type: 'object',
    if: { type: 'object', required: [firstHas] },
    ...branches,
  })
}

/** An opaque id: the decimal digits of a 64-bit number. Twenty-four zeros stand for nobody. */
export const Id = Type.String({ description: 'Opaque id.', maxLength: 24 })
/** An id that came from outside; anything that is not one answers `invalid_id`. */
export const IdInput = Type.String({ pattern: '^[0-9]{1,24}$', refusal: 'invalidId' })
/** RFC 3339 in UTC with milliseconds. */
export const Time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })
export const Int = Type.Integer()

/** Stands for 'nobody': a deleted author, the author of a stripped comment. */
export const nobodyId = '0'.repeat(24)
export const zeroTime = '0001-01-01T00:00:00Z'

export const UserGroup = OneOf('normal', 'mods', 'admins')
export type UserGroup = Static<typeof UserGroup>

/** Why moderators or admins do something, for everybody to read in the moderation log; cut to 500 characters. */
export const Reason = Type.String()

/** The answer of a call that has nothing to tell. */
export const Success = Type.Object({ success: Type.Literal(true) })

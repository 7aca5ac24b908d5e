import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { IdKind } from '../ids.ts'
import { userGroups } from '../words.ts'

export type { UserGroup } from '../words.ts'

interface NumberOptions {
  readonly minimum?: number
  readonly maximum?: number
}

/** Each field has a description of a sentence or two, in Markdown. */
export const text = (description: string) => Type.String({ description })
/** The name of an existing account. The API layer takes an @ in front away, because names are shown with one. */
export const memberName = (description: string) => Type.String({ description, isMemberName: true })
export const int = (description: string, options: NumberOptions = {}) =>
  Type.Integer({ description, ...options })
export const flag = (description: string) => Type.Boolean({ description })
/** RFC 3339 in UTC, in whole seconds; for our own pages with milliseconds. */
export const time = (description: string) => Type.String({ description, format: 'date-time' })

/**
 * An opaque id as clients see it. Abilities use stored ids; the API layer converts by this schema.
 * Twenty-four zeros stand for nobody.
 */
export const id = (kind: IdKind, description: string) =>
  Type.String({ description, pattern: '^[0-9]{24}$', idKind: kind })

/** An id whose kind is the word in another field of the same object. */
export const idByKind = (field: string, description: string) =>
  Type.String({ description, pattern: '^[0-9]{24}$', idKindIn: field })

/** An id that came from outside; the ability refuses what is not one. */
export const idText = (kind: IdKind, description: string) => Type.String({ description, idKind: kind })

/** An id from outside; anything that is not one returns `invalid_id`. */
export const idInput = (of: IdKind | { readonly kindIn: string }, description: string) =>
  Type.String({
    description,
    pattern: '^[0-9]{1,24}$',
    patternRefusal: 'invalidId',
    ...(typeof of === 'string' ? { idKind: of } : { idKindIn: of.kindIn }),
  })

/** One of a few words; in JSON Schema an `enum`. */
export const oneOf = <const T extends string>(words: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: words, description })

/** An object or array with a description for this use. */
export const described = <T extends TSchema>(description: string, schema: T) =>
  Type.Unsafe<Static<T>>({ ...schema, description })

export const listOf = <T extends TSchema>(items: T, description: string) => Type.Array(items, { description })

/** The schema's type or null, written as `type: […, 'null']`, which serializes without trying alternatives. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: words } = schema as { type?: string; enum?: readonly string[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(words && { enum: [...words, null] }),
  })
}

/**
 * A field that is null here, and of this type elsewhere or in the reference. The API document names both, because
 * generators of clients cannot express a field that is nothing but null.
 */
export const alwaysNull = (elsewhere: 'array' | 'object', description: string) =>
  Type.Unsafe<null>({ type: 'null', elsewhere, description })

/** A union of two objects. `onlyFirstHas`: a required field that identifies the first. */
export function Either<A extends TObject, B extends TObject>(
  first: A,
  second: B,
  { onlyFirstHas }: { onlyFirstHas: string },
) {
  return Type.Unsafe<Static<A> | Static<B>>({ type: 'object', oneOf: [first, second], onlyFirstHas })
}

/** In place of the title of a post that moderators or admins removed, for all but its author and them. */
export const removedTitle = '[Removed]'

/** In place of a text whose author was erased, where it can still be read. */
export const erasedText = '[Deleted]'

/** In place of the title of a post in a community that the viewer is banned from reading, unless they wrote it. */
export const unreadableTitle = '[Post you may not read]'

/** Stands for nobody: a deleted author, or the author of a comment whose text is withheld. */
export const nobodyId = '0'.repeat(24)
export const zeroTime = '0001-01-01T00:00:00Z'

export const group = (description: string) => oneOf(userGroups, description)

/** The answer of a call without other data. */
export const Success = Type.Object({
  success: Type.Literal(true, { description: 'Always true: a failure is an error.' }),
})

/** The description of fields that only this forum's pages use. */
export const ownPagesOnly = 'Only for the pages of this forum (`render=page`)'

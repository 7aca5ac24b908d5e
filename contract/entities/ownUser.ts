import { type Static, Type } from 'typebox'
import { Community } from './community.ts'
import { Nullable } from './schema.ts'
import { Author } from './user.ts'

/** A user with the communities they moderate; a file of its own because communities name users too. */
export const User = Type.Object({ ...Author.properties, moddingList: Nullable(Type.Array(Community)) })
export type User = Static<typeof User>

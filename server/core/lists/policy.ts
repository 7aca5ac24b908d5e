import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** Why no list can have this name, or null when it is well formed. It may still be taken. */
export function listNameRefusal(name: string): Refusal {
  if (name === '') return errors.listNameEmpty
  if (name.length < limits.listNameMinLength) return errors.listNameTooShort
  if (name.length > limits.listNameMaxLength) return errors.listNameTooLong
  if (!/^[0-9A-Za-z_]+$/.test(name)) return errors.listNameCharacters
  return null
}

/** Why `member` may not change a list that they can see, or its items, or null when they may. */
export function changeRefusal(member: { id: string } | null, list: { ownerId: string }): Refusal {
  if (!member) return errors.notLoggedIn
  return member.id === list.ownerId ? null : errors.notListOwner
}

/** Why `member` may not create a list for `owner`, or null when they may. */
export function createRefusal(member: { id: string } | null, owner: { id: string }): Refusal {
  if (!member) return errors.notLoggedIn
  return member.id === owner.id ? null : errors.notYourList
}

import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { looksOfficial, reservedCommunityNames } from '../../../contract/reservedNames.ts'

/** Why a new community cannot have this name, or null when it can, as far as the name alone tells. */
export function communityNameRefusal(name: string): Refusal {
  if (name === '') return errors.communityNameEmpty
  if (name.length < limits.communityNameMinLength) return errors.communityNameTooShort
  if (name.length > limits.communityNameMaxLength) return errors.communityNameTooLong
  if (!/^[0-9A-Za-z_]+$/.test(name)) return errors.communityNameCharacters
  if (reservedCommunityNames.has(name.toLowerCase())) return errors.communityNameReserved
  if (looksOfficial(name)) return errors.communityNameOfficial
  return null
}

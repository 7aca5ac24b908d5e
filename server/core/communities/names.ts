import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isReservedName, looksOfficial, reservedCommunityNames } from '../../../contract/reservedNames.ts'

/**
 * Why a new community cannot have this name, or null when it can, as far as the name alone tells.
 *
 * @param reserved names that the site keeps for itself besides those of its paths.
 */
export function communityNameRefusal(name: string, reserved: readonly string[] = []): Refusal {
  if (name === '') return errors.communityNameEmpty
  if (name.length < limits.communityNameMinLength) return errors.communityNameTooShort
  if (name.length > limits.communityNameMaxLength) return errors.communityNameTooLong
  if (!/^[0-9A-Za-z_]+$/.test(name)) return errors.communityNameCharacters
  if (reservedCommunityNames.has(name.toLowerCase())) return errors.communityNameReserved
  if (isReservedName(name, reserved)) return errors.communityNameKept
  if (looksOfficial(name)) return errors.communityNameOfficial
  return null
}

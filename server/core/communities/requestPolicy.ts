import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why a request cannot be denied, or null when it can. */
export function denialRefusal(request: {
  deniedAt: Date | null
  communityExists: boolean
  requesterIsDeleted: boolean
}): Refusal {
  if (request.deniedAt) return errors.requestAlreadyDenied
  if (request.communityExists) return errors.requestAlreadyCreated
  if (request.requesterIsDeleted) return errors.userNotFound
  return null
}

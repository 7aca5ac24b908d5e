import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { type PostRoles, rolesOn } from '../users/roles.ts'

/** All that the markup of a post or comment may depend on of a member who looks at it; null for guests. */
export type ViewerFacts = (PostRoles & Pick<User, 'embedsOff' | 'hideUserProfilePictures'>) | null

type Item = Pick<Post, 'userId' | 'communityId'>

/** @param item a post or comment. */
export function viewerFacts(item: Item, initial: Initial): ViewerFacts {
  if (!initial.user) return null
  const { embedsOff, hideUserProfilePictures } = initial.user
  return { ...rolesOn(item, initial), embedsOff, hideUserProfilePictures }
}

/**
 * The initial data of a viewer of whom only the facts are known.
 *
 * @throws TypeError when anything else is read of it, so that nothing private can get into markup that viewers share.
 */
export function initialOfFacts(facts: ViewerFacts, { userId, communityId }: Item): Initial {
  const moderates = facts?.isModerator ? [communityId] : []
  const user = facts && {
    id: facts.isAuthor ? userId : '',
    isAdmin: facts.isAdmin,
    embedsOff: facts.embedsOff,
    hideUserProfilePictures: facts.hideUserProfilePictures,
    moddingList: undefined,
  }
  return only({ user: user && only(user), moderates }) as Initial
}

/** @returns the object, of which nothing else can be read. */
export const only = (known: object) =>
  new Proxy(known, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name)
      throw new TypeError(`Shared markup depends on ${String(name)}, which is not among its facts.`)
    },
  })

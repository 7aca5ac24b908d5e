import type { Initial } from '../../../contract/entities/initial.ts'

/** All that the markup of a post or comment may depend on of a member who looks at it; null for guests. */
export type ViewerFacts = {
  readonly isAdmin: boolean
  readonly isAuthor: boolean
  readonly isModerator: boolean
  readonly embedsOff: boolean
  readonly hideUserProfilePictures: boolean
} | null

type Item = { readonly userId: string; readonly communityId: string }

/** @param item a post or comment. */
export function viewerFacts({ userId, communityId }: Item, { user, moderates }: Initial): ViewerFacts {
  if (!user) return null
  const { isAdmin, embedsOff, hideUserProfilePictures } = user
  const isModerator =
    user.moddingList?.some(({ id }) => id === communityId) ?? moderates?.includes(communityId) ?? false
  return { isAdmin, isAuthor: user.id === userId, isModerator, embedsOff, hideUserProfilePictures }
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

const only = (known: object) =>
  new Proxy(known, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name)
      throw new TypeError(`Shared markup depends on ${String(name)}, which is not among its facts.`)
    },
  })

import type { Comment } from '../../../contract/entities/comment.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { type PostRoles, rolesOn } from '../users/roles.ts'

/** Everything about a member that the markup of a post or comment may depend on; null for guests. */
export type ViewerFacts = (PostRoles & Pick<User, 'embedsOff' | 'hideUserProfilePictures'>) | null

type Item = Pick<Post, 'userId' | 'communityId'>

/** @param item a post or comment. */
export function viewerFacts(item: Item, initial: Initial): ViewerFacts {
  if (!initial.user) return null
  const { embedsOff, hideUserProfilePictures } = initial.user
  return { ...rolesOn(item, initial), embedsOff, hideUserProfilePictures }
}

/** What a post is to a viewer, as far as its markup shows that. */
export const postState = ({
  userVoted,
  userVotedUp,
  newComments,
  isAuthorMuted,
  isCommunityMuted,
  isSaved,
}: Post): Partial<Post> => ({
  userVoted,
  userVotedUp,
  newComments,
  isAuthorMuted,
  isCommunityMuted,
  ...(isSaved && { isSaved }),
})

/** What a comment is to a viewer. */
export const commentState = ({ userVoted, userVotedUp, isAuthorMuted }: Comment): Partial<Comment> => ({
  userVoted,
  userVotedUp,
  ...(isAuthorMuted && { isAuthorMuted }),
})

/**
 * Initial data that contains only the facts of a viewer.
 *
 * @throws TypeError when another property is read, so that nothing private can get into shared markup.
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
  return only<Initial>({ user: user && only<User>(user), moderates })
}

/** @returns an object that allows only these properties, for code that takes the whole one. */
export const only = <Whole extends object>(known: { [Name in keyof Whole]?: Whole[Name] | undefined }) =>
  new Proxy(known as Whole, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name)
      throw new TypeError(`Shared markup depends on ${String(name)}, which is not among its facts.`)
    },
  })

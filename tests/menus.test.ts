import { describe, expect, it } from 'vitest'
import type { Refusal } from '../contract/errors.ts'
import { isStripped } from '../server/core/comments/serialize.ts'
import {
  type ContentFacts,
  deleteRefusal,
  eraseRefusal,
  lockRefusal,
  restoreRefusal,
} from '../server/core/content/policy.ts'
import { moderationRefusal, speakRefusal, unlockRefusal } from '../server/core/permissions/policy.ts'
import * as commenting from '../server/features/commenting/policy.ts'
import * as posting from '../server/features/posting/policy.ts'
import type { ShownPost } from '../web/data/posts/shownPost.ts'
import { isRestorable } from '../web/features/comments/commentFacts.ts'
import { type CommentMenuActions, commentMenuItems } from '../web/features/comments/commentMenuItems.ts'
import { type PostMenuActions, postMenuItems } from '../web/features/postActions/postMenuItems.ts'
import { menuPartsFor } from '../web/features/postActions/postRoles.ts'
import type { MenuItem } from '../web/ui/overlays/menuItem.ts'

/*
 * A menu offers an act to exactly those whom the server lets do it: both are asked for every role and every state.
 */

const booleans = [false, true]
const everyone = booleans.flatMap((isAuthor) =>
  booleans.flatMap((isModerator) => booleans.map((isAdmin) => ({ isAuthor, isModerator, isAdmin }))),
)
type Person = (typeof everyone)[number]
const viewerId = '5'
const communityId = '7'
const authorIdFor = ({ isAuthor }: Person) => (isAuthor ? viewerId : '6')
const viewerOf = ({ isAdmin, isModerator }: Person) => ({
  id: viewerId,
  isAdmin,
  moderates: new Set(isModerator ? [communityId] : []),
  bans: [],
})

const nameOf = (person: Person) =>
  [person.isAuthor && 'author', person.isModerator && 'moderator', person.isAdmin && 'admin']
    .filter(Boolean)
    .join(' and ') || 'member'

const noAction = () => {}
/** A handler for every item. */
const handlers = <Actions extends object>() => new Proxy({}, { get: () => noAction }) as Actions

/** The acts that the server knows and a menu has, each once. */
function offered(items: readonly MenuItem[], acts: object): string[] {
  const labels = items.flatMap((item) => (typeof item === 'object' && 'label' in item ? [item.label] : []))
  return [...new Set(labels)].filter((label) => label in acts).sort()
}

const allowed = (acts: Record<string, boolean>): string[] =>
  Object.entries(acts)
    .flatMap(([label, isAllowed]) => (isAllowed ? [label] : []))
    .sort()

const may = (refusal: Refusal) => refusal === null

describe('the menu of a post', () => {
  const states = ([undefined, 'normal', 'mods', 'admins'] as const).flatMap((deletedAs) =>
    booleans.flatMap((deletedContent) =>
      booleans.map((locked) => ({ deleted: deletedAs !== undefined, deletedAs, deletedContent, locked })),
    ),
  )
  // The content of a post that is there cannot be deleted alone, but moderators can erase it.
  const cases = everyone.flatMap((person) =>
    states.map((state) => ({ person, state, title: `${JSON.stringify(state)}, ${nameOf(person)}` })),
  )

  it.each(cases)('$title', ({ person, state }) => {
    const content: ContentFacts = {
      kind: 'post',
      deleted_as: state.deletedAs ?? null,
      has_content: !state.deletedContent,
      is_merged: false,
      has_copy: false,
    }
    const isThere = !state.deleted
    const remove = (role: 'mods' | 'admins') =>
      isThere && may(deleteRefusal(person, content, role, { withContent: false }))
    const deleteContent = (role: 'normal' | 'admins') =>
      !isThere && may(deleteRefusal(person, content, role, { withContent: true }))
    const edit = posting.editRefusal(viewerOf(person), {
      authorId: authorIdFor(person),
      communityId,
      isRemoved: state.deletedAs === 'mods' || state.deletedAs === 'admins',
    })
    const lock = may(lockRefusal(person, content, 'mods')) || may(lockRefusal(person, content, 'admins'))
    const acts = {
      Edit: may(edit),
      'Speak as moderator': isThere && may(speakRefusal('mods', person)),
      'Speak as admin': isThere && may(speakRefusal('admins', person)),
      Lock: lock && !state.locked,
      Unlock: may(unlockRefusal(person)) && state.locked,
      'Pin to community': isThere && may(posting.pinRefusal(person, { siteWide: false })),
      'Pin site-wide': isThere && may(posting.pinRefusal(person, { siteWide: true })),
      'Limit comments…': isThere && may(moderationRefusal(person)),
      'Move…': isThere && may(moderationRefusal(person)),
      'Merge…': isThere && may(moderationRefusal(person)),
      Announce: isThere && may(posting.announceRefusal(person)),
      Restore: may(restoreRefusal(person, content)),
      'Erase…': may(eraseRefusal(person, content)),
      Delete: isThere && may(deleteRefusal(person, content, 'normal', { withContent: false })),
      Remove: remove('mods') || remove('admins'),
      'Delete content': deleteContent('normal') || deleteContent('admins'),
    }
    const post = {
      ...state,
      communityId,
      communityName: 'birding',
      publicId: 'aB3dE5gH',
      userGroup: 'normal',
    } as ShownPost
    const parts = menuPartsFor(post, person)
    const items = postMenuItems({
      post,
      roles: person,
      parts,
      offersSaving: true,
      isSaved: false,
      offersHiding: true,
      offersSharing: true,
      mutes: { user: false, community: false },
      actions: handlers<PostMenuActions>(),
    })
    expect(offered(items, acts)).toEqual(allowed(acts))
  })
})

describe('the menu of a comment', () => {
  const cases = everyone.flatMap((person) =>
    ([undefined, 'normal', 'mods', 'admins'] as const).flatMap((deletedAs) =>
      booleans.flatMap((locked) =>
        (['pinned', 'on the post', 'a reply'] as const).map((place) => ({
          person,
          deletedAs,
          locked,
          place,
          by: nameOf(person),
        })),
      ),
    ),
  )

  it.each(cases)(
    'deleted as $deletedAs, locked: $locked, $place, $by',
    ({ person, deletedAs, locked, place }) => {
      const viewer = viewerOf(person)
      const contentStripped = isStripped(viewer, { communityId, deletedAs: deletedAs ?? null })
      const bodyHtml = contentStripped || deletedAs === 'normal' ? '' : '<p>A text</p>'
      const deleted = deletedAs !== undefined
      const content: ContentFacts = {
        kind: 'comment',
        deleted_as: deletedAs ?? null,
        has_content: deletedAs !== 'normal',
        is_merged: false,
        has_copy: false,
      }
      const remove = (role: 'mods' | 'admins') =>
        may(deleteRefusal(person, content, role, { withContent: false }))
      const lock = may(lockRefusal(person, content, 'mods')) || may(lockRefusal(person, content, 'admins'))
      const edit = commenting.editRefusal(viewer, {
        authorId: authorIdFor(person),
        communityId,
        isDeleted: deleted,
      })
      const acts = {
        Edit: may(edit),
        'Speak as moderator': !deleted && may(speakRefusal('mods', person)),
        'Speak as admin': !deleted && may(speakRefusal('admins', person)),
        'Lock replies': lock && !locked,
        'Unlock replies': !deleted && may(unlockRefusal(person)) && locked,
        'Pin to the top':
          place !== 'pinned' &&
          may(commenting.pinRefusal(person, { isDeleted: deleted, isReply: place === 'a reply' })),
        Unpin: !deleted && place === 'pinned' && may(unlockRefusal(person)),
        Remove: remove('mods') || remove('admins'),
        Restore: may(restoreRefusal(person, content)),
        'Erase…': may(eraseRefusal(person, content)),
        Delete: may(deleteRefusal(person, content, 'normal', { withContent: false })),
      }
      const hasMenu = !deleted || isRestorable({ deletedAs, contentStripped, bodyHtml })
      const items = commentMenuItems({
        comment: {
          deleted,
          locked,
          communityName: 'birding',
          parentId: place === 'a reply' ? '1' : null,
          ...(place === 'pinned' && { isPinned: true }),
        },
        path: '/birding/post/aB3dE5gH/1',
        isOwn: person.isAuthor,
        roles: [
          ...(person.isModerator ? (['mods'] as const) : []),
          ...(person.isAdmin ? (['admins'] as const) : []),
        ],
        isSaved: false,
        speaksAs: 'normal',
        actions: handlers<CommentMenuActions>(),
      })
      expect(hasMenu ? offered(items, acts) : []).toEqual(allowed(acts))
    },
  )
})

import type { SharedParts } from '../../platform/cache/sharedParts.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { SharedText } from '../../platform/http/textParts.ts'
import { isDefaultState } from '../posts/listed.ts'
import { getSharedPosts, type PostState, postTexts } from '../posts/shared.ts'
import type { ItemsViewAs } from './itemsView.ts'
import { getLoneComments, loneCommentTexts } from './shared.ts'

/** A post or comment in a list, in its current version, and what it is to the viewer. */
export interface VersionedItem {
  readonly isPost: boolean
  readonly id: string
  readonly version: string
  readonly state: PostState
}

type Text = readonly (string | SharedText)[]

/**
 * The JSON of posts and comments in one list for one viewer, made of their shared parts.
 *
 * @returns the texts in the order of the items, without items that no longer exist.
 */
export async function itemTexts<Item extends VersionedItem>(
  services: { readonly db: Db; readonly parts: SharedParts },
  items: readonly Item[],
  to: ItemsViewAs,
): Promise<{ item: Item; text: Text }[]> {
  const [posts, comments] = await Promise.all([
    postsById(services, items, to),
    commentsById(services, items, to),
  ])
  return items.flatMap((item) => {
    const text = (item.isPost ? posts : comments).get(item.id)
    return text ? [{ item, text }] : []
  })
}

const statesOf = (items: readonly VersionedItem[]) => new Map(items.map(({ id, state }) => [id, state]))

async function postsById(
  services: { readonly db: Db; readonly parts: SharedParts },
  items: readonly VersionedItem[],
  { post: to }: ItemsViewAs,
): Promise<Map<string, Text>> {
  const wanted = items.filter(({ isPost }) => isPost)
  const states = statesOf(wanted.filter(({ state }) => to.viewer && !isDefaultState(state)))
  const posts = [...(await getSharedPosts(services, wanted, to)).values()]
  const texts = await postTexts(services, posts, { to, stateOf: (id) => states.get(id) })
  return new Map(posts.map(({ id }, at) => [id, texts[at] ?? []]))
}

async function commentsById(
  services: { readonly db: Db; readonly parts: SharedParts },
  items: readonly VersionedItem[],
  { comment: to }: ItemsViewAs,
): Promise<Map<string, Text>> {
  const wanted = items.filter(({ isPost }) => !isPost)
  const states = statesOf(wanted)
  const comments = [...(await getLoneComments(services, wanted, to)).values()]
  const stateOf = (id: string) => states.get(id) ?? { my_vote: null, is_author_muted: false }
  const texts = await loneCommentTexts(services, comments, { to, stateOf })
  return new Map(comments.map(({ id }, at) => [id, [texts[at] ?? '']]))
}

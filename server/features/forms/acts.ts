import { kindOfId } from '../../../contract/ids.ts'
import type { ActName, FormName } from '../../../contract/plainForms.ts'
import { type FormCall, formCall } from './request.ts'

/** A post or comment. */
export interface Target {
  readonly type: 'post' | 'comment'
  readonly id: string
}

/** In characters; those on the wire have 24. */
const longestId = 100

function parseTarget(id: string): Target | null {
  const kind = kindOfId(id)
  return kind === 'post' || kind === 'comment' ? { type: kind, id } : null
}

/** What a press does: a call, or a page with more to choose. */
export type Act =
  | { readonly call: FormCall; readonly target: Target | null }
  | { readonly page: FormName; readonly params: Readonly<Record<string, string>> }

const vote = (value: string, up: boolean): Act | null => {
  const target = parseTarget(value)
  if (!target) return null
  const { type, id } = target
  return {
    target,
    call:
      type === 'post'
        ? formCall('votePost', { body: { postId: id, up } })
        : formCall('voteComment', { body: { commentId: id, up } }),
  }
}

/** @param value the target and the name of a list, with a space between them. */
const saving = (name: 'addItem' | 'removeItems', value: string, username: string): Act | null => {
  const [id = '', listName = ''] = value.split(' ')
  // Without a target, the call would empty the list.
  const target = parseTarget(id)
  if (!target) return null
  const body = { targetType: target.type, targetId: target.id }
  return { target, call: formCall(name, { params: { username, listName }, body }) }
}

const membership = (communityId: string, leave: boolean): Act => ({
  target: null,
  call: formCall('joinCommunity', { body: { communityId, leave } }),
})

/** The page of a form, unless it is about something longer than any id: its URL would be so long, too. */
const formAbout = (page: FormName, params: Readonly<Record<string, string>>): Act | null =>
  Object.values(params).every(({ length }) => length <= longestId) ? { page, params } : null

/** By the name of the button: what its value stands for. Null for a value that no page has. */
const acts: Record<ActName, (value: string, viewer: { username: string }) => Act | null> = {
  up: (value) => vote(value, true),
  down: (value) => vote(value, false),
  reply: (value) => formAbout('comment', { reply: value }),
  more: (value) => formAbout('more', { of: value }),
  save: (value, { username }) => saving('addItem', value, username),
  unsave: (value, { username }) => saving('removeItems', value, username),
  join: (value) => membership(value, false),
  leave: (value) => membership(value, true),
  seen: () => ({
    target: null,
    call: formCall('updateNotifications', { query: { action: 'markAllAsSeen' } }),
  }),
  account: () => ({ page: 'account', params: {} }),
  logout: () => ({ target: null, call: formCall('login', { query: { action: 'logout' }, body: {} }) }),
}

/** The act of a form in which a button was pressed; null if there is none. */
export function actOf(
  typed: Readonly<Record<string, string | undefined>>,
  viewer: { username: string },
): Act | null {
  for (const [name, act] of Object.entries(acts)) {
    const value = Object.hasOwn(typed, name) ? typed[name] : undefined
    if (value !== undefined) return act(value, viewer)
  }
  return null
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entriesOf } from '../../../contract/objects.ts'
import type { DB } from '../../platform/database/tables.ts'

/*
 * What belongs to the content of a post is removed, withheld and taken back by several statements, which all name its columns. A column
 * that one of them lacks would be lost without notice.
 */

const identity = 'says which post it is'
const score = 'counted from votes and comments, or made from the counts'
const state =
  'what moderators, admins or the author set; the statement that removes or restores a post changes it'

/** For each column of posts, whether it is its text, its link, or stays with the post for a reason. */
const columns: Record<keyof DB['posts'], 'text' | 'link' | `: ${string}`> = {
  body: 'text',
  body_html: 'text',
  body_renderer: 'text',
  excerpt: 'text',
  link_url: 'link',
  link_hostname: 'link',
  link_image_id: 'link',
  id: `: ${identity}`,
  public_id: `: ${identity}`,
  type: `: ${identity}`,
  author_id: `: ${identity}`,
  community_id: `: ${identity}`,
  created_at: `: ${identity}`,
  title: ': stays readable until a post is erased, and then does not come back',
  edited_at: `: ${state}`,
  author_group: `: ${state}`,
  is_pinned: `: ${state}`,
  is_pinned_site: `: ${state}`,
  locked_at: `: ${state}`,
  locked_by: `: ${state}`,
  locked_as: `: ${state}`,
  deleted_at: `: ${state}`,
  deleted_by: `: ${state}`,
  deleted_as: `: ${state}`,
  content_deleted_at: `: ${state}`,
  content_deleted_by: `: ${state}`,
  content_deleted_as: `: ${state}`,
  comment_limits: `: ${state}`,
  made_with_ai_by: `: ${state}`,
  upvotes: `: ${score}`,
  downvotes: `: ${score}`,
  imported_upvotes: `: ${score}`,
  imported_downvotes: `: ${score}`,
  points: `: ${score}`,
  hotness: `: ${score}`,
  age_band: `: ${score}`,
  comment_count: `: ${score}`,
  last_activity_at: `: ${score}`,
  activity: `: ${score}`,
  score_hidden_until: ': follows from the creation and the setting of the community',
  attachment_count: ': counted from the images, which are withheld as their ids',
}

/** Not emptied with the text: it says nothing without HTML, or goes with the row of the image. */
const notEmptied: ReadonlySet<string> = new Set(['body_renderer', 'link_image_id'])

const named = (...kinds: readonly string[]) =>
  entriesOf(columns).flatMap(([column, kind]) => (kinds.includes(kind) ? column : []))

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
/** The `set` of the update of posts in a statement. */
const changesOfPosts = (path: string) => /update posts set(.*?)\n\), /s.exec(read(path))?.[1] ?? ''

it.each([
  {
    path: './withhold.sql',
    text: read('./withhold.sql'),
    has: (column: string) => `\\b${column}\\b.*select .*\\b${column}\\b.*from posts where`,
    needed: named('text', 'link'),
  },
  {
    path: './takeBack.sql',
    text: changesOfPosts('./takeBack.sql'),
    has: (column: string) => `\\b${column} = withheld\\.${column}\\b`,
    needed: named('text', 'link'),
  },
  ...['./takeDown.sql', './blank.sql'].map((path) => ({
    path,
    text: changesOfPosts(path),
    has: (column: string) => `\\b${column} = `,
    needed: named('text', 'link').filter((column) => !notEmptied.has(column)),
  })),
  {
    path: 'storeChanges of posting/edit.ts',
    text: read('../../features/posting/edit.ts').split('async function storeChanges')[1] ?? '',
    // `body` is given under this name.
    has: (column: string) => `\\n\\s+${column}(?:,|:)`,
    needed: named('text'),
  },
  {
    path: 'rendering/renderTexts.ts',
    text: read('../../features/rendering/renderTexts.ts'),
    has: (column: string) => `\\b${column}\\b`,
    needed: named('text'),
  },
])('$path names each column of the content of a post', ({ text, has, needed }) => {
  expect(needed.filter((column) => !new RegExp(has(column), 's').test(text))).toEqual([])
})

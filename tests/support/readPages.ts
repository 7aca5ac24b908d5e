import type { PostFacts } from './forum.ts'
import { type HtmlElement, textOf } from './html.ts'
import { type ForumWithPages, type ServedPage, startForumWithPages } from './pages.ts'

/** A forum for tests of what a page says, with an admin, an author, and functions that write posts. */
export async function startReading() {
  const forum = await startForumWithPages()
  const keeper = await forum.member('keeper', { isAdmin: true })
  const author = await forum.member('author')
  let made = 0
  const newName = (beginning: string) => {
    made += 1
    return `${beginning}${made}`
  }
  const newCommunity = (name = newName('moss')) => forum.community(name, keeper)
  /** A post in a community of its own. */
  async function scene(fields: Parameters<ForumWithPages['post']>[2] = {}) {
    const moss = await newCommunity()
    const post = await forum.post(author, moss.name, fields)
    return { moss, post, address: `/${moss.name}/post/${post.publicId}` }
  }
  const set = (post: PostFacts, facts: object) =>
    forum.db.updateTable('posts').set(facts).where('id', '=', post.id).execute()
  return { forum, keeper, author, newName, newCommunity, scene, set }
}

/** The cards of a feed, or the items of a discussion. */
export const articles = (page: ServedPage, within?: HtmlElement) =>
  page.all('article', {}, within ?? page.all('main')[0])
export const headings = (page: ServedPage) =>
  articles(page).map((card) => textOf(page.all('h2', {}, card)[0]))
export const buttons = (page: ServedPage, name: string | RegExp, within?: HtmlElement) =>
  page.all('button', {}, within ?? page.all('main')[0]).filter((button) => {
    const said = button.attribs['aria-label'] ?? textOf(button)
    return typeof name === 'string' ? said === name : name.test(said)
  })
/** The labels of links, and where they lead. */
export const links = (page: ServedPage, within?: HtmlElement) =>
  page.all('a', {}, within).map((link) => [textOf(link), link.attribs.href])
/** The label of the current link of a navigation. */
export const current = (page: ServedPage, nav: string) =>
  page
    .all('a', {}, page.labelled(nav))
    .filter((link) => link.attribs['aria-current'])
    .map(textOf)

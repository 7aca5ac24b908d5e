import type { Notification } from '../../contract/entities/notification.ts'
import { type Forum, type Member, type PostFacts, startForum } from './forum.ts'

interface NotifiedScene {
  readonly forum: Forum
  /** The author of the post. */
  readonly author: Member
  readonly reader: Member
  readonly other: Member
  readonly post: PostFacts
}

/** A forum with a post in `birding`, and with people who can act on it. */
export async function startNotified(): Promise<NotifiedScene> {
  const forum = await startForum()
  await forum.community('birding')
  const [author, reader, other] = (await Promise.all(
    ['wren_writes', 'robin_reads', 'otto_other'].map((name) => forum.member(name)),
  )) as [Member, Member, Member]
  const post = await forum.post(author, 'birding', { title: 'Wrens & <robins>' })
  return { forum, author, reader, other, post }
}

interface Page {
  count: number
  newCount: number
  items: Notification[]
  next: string
}
/** The query of our own pages: with texts from the server, in HTML. */
export const rendered = 'render=true&format=html'

/** The first page of a member's notifications, by default with the query of our pages. */
export const page = async (member: Member, query = rendered) =>
  (await member.get(`/api/notifications?${query}`)).json<Page>()

export const items = async (member: Member, query = rendered) => (await page(member, query)).items

/** @throws when there is none. */
export const newest = async (member: Member, query = rendered) => {
  const [first] = await items(member, query)
  if (!first) throw new Error('no notification')
  return first
}

export const newCount = async (member: Member) =>
  (await member.get('/api/_user')).json<{ notificationsNewCount: number }>().notificationsNewCount

export const update = (member: Member, query: string) =>
  member.post(`/api/notifications?${rendered}&${query}`)

export const mark = (member: Member, id: number, seen: boolean) =>
  member.put(`/api/notifications/${id}?${rendered}&action=markAsSeen&seen=${seen}`)

export const votePost = (member: Member, { id }: PostFacts, up = true) =>
  member.post('/api/_postVote', { postId: id, up })

export const voteComment = (member: Member, commentId: string) =>
  member.post('/api/_commentVote', { commentId, up: true })

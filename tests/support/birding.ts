import { type Forum, type Member, startForum } from './forum.ts'

export interface Birding {
  readonly forum: Forum
  /** Created the community `birding`, and moderates it. */
  readonly founder: Member
  readonly author: Member
  readonly reader: Member
}

/** A forum with one community and three members, without a post. */
export async function startBirding({ isFounderAdmin = false } = {}): Promise<Birding> {
  const forum = await startForum()
  const founder = await forum.member('founder', { isAdmin: true })
  await forum.community('birding', founder)
  await forum.db.updateTable('users').set({ is_admin: isFounderAdmin }).where('id', '=', founder.id).execute()
  return {
    forum,
    founder,
    author: await forum.member('wren_writes'),
    reader: await forum.member('reader_r'),
  }
}

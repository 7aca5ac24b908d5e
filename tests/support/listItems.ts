import { afterAll } from 'vitest'
import type { ListItemsPage } from '../../contract/entities/list.ts'
import type { Client } from './forum.ts'
import { startScene } from './scene.ts'

export const asItem = (type: 'post' | 'comment', { id }: { id: string }) => ({
  targetType: type,
  targetId: id,
})
export const targets = (page: ListItemsPage) => page.items.map((item) => item.targetId)

/** Starts a forum with a post and a comment, for tests of lists. */
export async function startListItems() {
  const scene = await startScene()
  const post = await scene.post()
  const comment = await scene.forum.comment(scene.author, post, 'Look at *this*.')
  afterAll(() => scene.forum.close())

  let made = 0
  /** A new member with a public list, empty. */
  async function startList() {
    const { forum } = scene
    const owner = await forum.member(`keeper_${++made}`)
    const lists = `/api/users/${owner.username}/lists`
    const [list] = (await owner.post(lists, { name: 'wrens', public: true })).json()
    const url = `/api/lists/${list.id}`
    return {
      owner,
      url,
      id: list.id as number,
      byId: `${url}/items`,
      byName: `${lists}/wrens/items`,
      add: (item: object) => owner.post(`${url}/items`, item),
      state: async () => (await owner.get(url)).json<{ numItems: number; lastUpdatedAt: string }>(),
      page: async (query = '', who: Client = owner) =>
        (await who.get(`${url}/items${query}`)).json<ListItemsPage>(),
    }
  }
  return { scene, post, comment, startList }
}

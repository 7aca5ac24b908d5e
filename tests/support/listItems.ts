import { afterAll, beforeAll } from 'vitest'
import type { ListItemsPage } from '../../contract/entities/list.ts'
import type { Client, PostFacts } from './forum.ts'
import { type Scene, startScene } from './scene.ts'

export let scene: Scene
export let post: PostFacts
export let comment: { id: string }
let made = 0

/** Starts a forum with a post and a comment, for tests of lists. */
export function startListItems(): void {
  beforeAll(async () => {
    scene = await startScene()
    post = await scene.post()
    comment = await scene.forum.comment(scene.author, post, 'Look at *this*.')
  })
  afterAll(() => scene.forum.close())
}

export const asItem = (type: 'post' | 'comment', { id }: { id: string }) => ({
  targetType: type,
  targetId: id,
})

/** A new member with a public list, empty. */
export async function startList() {
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
export const targets = (page: ListItemsPage) => page.items.map((item) => item.targetId)

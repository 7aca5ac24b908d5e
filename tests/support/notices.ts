import type { OutputOf } from '../../contract/endpoints/index.ts'
import type { Client, PostFacts } from './forum.ts'
import type { Scene } from './scene.ts'

let texts = 0

/** A complete notice of a guest about a post, with a text of its own. */
export const given = ({ publicId }: Pick<PostFacts, 'publicId'>, more: object = {}) => ({
  address: `/birding/post/${publicId}`,
  text: `It insults me. ${++texts}`,
  ground: 'Criminal Code § 185',
  country: 'Germany',
  name: 'Gerda Guest',
  email: 'gerda@mail.example',
  isInGoodFaith: true,
  ...more,
})

type Sent = OutputOf<'sendNotice'>

/** A new notice about a new post, by a guest or by `who`. */
export async function sent(
  { guest, post }: Pick<Scene, 'guest' | 'post'>,
  who: Client = guest,
): Promise<Sent> {
  return (await who.post('/api/notices', given(await post()))).json()
}

/** A new notice that the admin has decided. */
export async function decided(scene: Pick<Scene, 'guest' | 'post' | 'admin'>): Promise<Sent> {
  const notice = await sent(scene)
  await scene.admin.put(`/api/notices/${notice.number}`, { act: 'keep', reasons: 'It is lawful.' })
  return notice
}

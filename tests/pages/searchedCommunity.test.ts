import { expect, it } from 'vitest'
import { startRenderedPages } from '../support/renderedPages.ts'

const { forum, get } = await startRenderedPages()

it('shows the community that a query names above the posts', async () => {
  await forum.post(await forum.member('finch'), 'gardening', { title: 'Gardening today' })
  const abovePosts = async (q: string) => {
    const { body } = await get(`/search?q=${q}`)
    const [, results = ''] = body.split('</select>')
    const [above = '', ...found] = results.split('<article')
    expect(found).toHaveLength(1)
    return above
  }
  expect(await abovePosts('gardening')).toContain('href="/gardening"')
  expect(await abovePosts('gardening+today')).not.toContain('href="/gardening"')
})

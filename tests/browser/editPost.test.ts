import type { PostFields } from '../support/forum.ts'
import { longUnless } from './support/long.ts'
import { form } from './support/newPost.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const kinds: [string, PostFields, 'Text' | 'Image' | 'Link'][] = [
  ['a text post', { type: 'text', body: 'They fly.' }, 'Text'],
  ['an image post', { type: 'image', images: 2 }, 'Image'],
  ['a link post', { type: 'link', url: 'https://moss.example/spores' }, 'Link'],
]

test.describe('editing', () => {
  for (const [kind, facts, type] of kinds)
    test(
      `[CORE-2-151] [CORE-5-016] ${kind} changes its title, and the text it has`,
      longUnless(kind === 'an image post'),
      async ({ page, site, signIn }) => {
        const moss = await site.createCommunity('moss')
        const author = await site.signUp('rowan')
        const post = await site.createPost(author, moss.name, { title: 'Spores', ...facts })
        await signIn(author)
        await open(page, `/new?edit=${post.publicId}`)
        for (const name of ['Text', 'Image', 'Link'] as const)
          await expect(form.tab(page, name)).toBeDisabled()
        await expect(form.tab(page, type)).toHaveAttribute('aria-selected', 'true')
        await expect(form.community(page)).toHaveCount(0)
        await expect(form.files(page)).toHaveCount(0)
        await expect(form.url(page)).toHaveCount(0)
        await expect(form.body(page)).toHaveCount(type === 'Text' ? 1 : 0)
        if (type === 'Link') await expect(page.getByRole('link', { name: 'moss.example' })).toBeVisible()
        if (type === 'Image')
          await expect(page.getByRole('list', { name: 'Images in this post' }).locator('img')).toHaveCount(2)
        await form.title(page).fill('Spores in spring')
        await form.title(page).press('Control+Enter')
        await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores in spring')
        const stored = await site.keeper.get<{ images: unknown[]; link?: { url: string }; body: string }>(
          `/api/posts/${post.publicId}`,
        )
        expect(stored.images).toHaveLength(type === 'Image' ? 2 : 0)
        expect(stored.link?.url).toBe(type === 'Link' ? 'https://moss.example/spores' : undefined)
        expect(stored.body).toBe(type === 'Text' ? 'They fly.' : null)
      },
    )

  test('is refused to everyone except the author', async ({ page, site, signIn, forgive }) => {
    forgive(/403/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(await site.signUp('rowan'), moss.name)
    await signIn(site.keeper)
    await open(page, `/new?edit=${post.publicId}`)
    await expect(form.submit(page)).toHaveCount(0)
  })
})

import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { form } from './support/newPost.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { translatePage } from './support/translate.ts'

/** Opens a page, which the translator changes from then on. Names of controls begin with its mark. */
async function openTranslated(page: Page, address: string): Promise<void> {
  await open(page, address)
  await page.evaluate(translatePage)
  await expect(page.locator('font').first()).toBeAttached()
}

test.describe('a page that is translated', () => {
  test('goes on changing as it would without the translator', async ({ page }) => {
    const entry = fileURLToPath(new URL('support/randomTrees.tsx', import.meta.url))
    const bundle = (await build({
      configFile: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
    })) as Rolldown.RolldownOutput
    await page.setContent('<body></body>')
    await page.addScriptTag({ content: bundle.output[0].code })
    await page.evaluate(translatePage)
    const wrong = await page.evaluate(async () => {
      const all: string[] = []
      for (let seed = 1; seed <= 100; seed += 1) {
        const difference = await window.compareTrees(seed).catch((failure) => `${seed}: ${failure}`)
        if (difference) all.push(difference)
      }
      return all
    })
    expect(wrong).toEqual([])
  })

  test('logs in, after a wrong password too', async ({ page, site, forgive }) => {
    forgive(/401/)
    const rowan = await site.signUp('rowan')
    await openTranslated(page, '/login')
    await page.getByLabel('Username').fill(rowan.username)
    const password = page.locator('input[name=password]')
    await password.fill('not this one')
    await page.getByRole('main').getByRole('button', { name: '~Login' }).click()
    await expect(page.getByRole('alert')).toContainText('password')
    await password.fill(rowan.password)
    await page.getByRole('main').getByRole('button', { name: '~Login' }).click()
    await expect(page.getByRole('banner')).toContainText(rowan.username)
  })

  test('comments, replies twice, edits, votes and shows the counts', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    // Parts that the translator has reached before React are rendered again.
    forgive(/#418/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(site.keeper, post, 'How far?')
    await signIn(await site.signUp('rowan'))
    await openTranslated(page, `/${moss.name}/post/${post.publicId}`)
    const send = (name: string) => discussion(page).getByRole('button', { name }).last().click()
    await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
    await writing(page).fill('They fly far.')
    await send('~Comment')
    await expect(comment(page, 'They fly far.')).toBeVisible()
    await expect(page.getByRole('link', { name: /2\W+comments/ })).toBeVisible()
    for (const text of ['Quite far.', 'Further.']) {
      await comment(page, 'How far?').getByRole('button', { name: 'Reply' }).first().click()
      await writing(page).fill(text)
      await writing(page).press('Control+Enter')
      // The form is in the comment that it answers.
      await expect(writing(page)).toHaveCount(0)
      await expect(comment(page, text)).toBeVisible()
    }
    await chooseFromMenu(page, comment(page, 'Further.'), 'Edit')
    await writing(page).fill('Further than that.')
    await send('~Save')
    await expect(comment(page, 'Further than that.')).toBeVisible()
    const up = comment(page, 'How far?').getByRole('button', { name: 'Upvote' }).first()
    const count = up.locator('..')
    const before = await count.textContent()
    // Once: a press while the request is running is ignored.
    await up.click()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(count).not.toHaveText(before ?? '')
  })

  test('posts and saves settings', { tag: '@long' }, async ({ page, site, signIn, forgive }) => {
    // Parts that the translator has reached before React are rendered again.
    forgive(/#418/)
    const moss = await site.createCommunity('moss')
    await signIn(site.keeper)
    await openTranslated(page, `/new?community=${moss.name}`)
    await form.title(page).fill('Spores in spring')
    await page.getByRole('button', { name: '~Submit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Spores in spring')

    for (const [address, field] of [
      ['/settings', 'About me'],
      [`/${moss.name}/modtools`, 'Description'],
    ] as const) {
      await openTranslated(page, address)
      await page.getByRole('textbox', { name: field }).fill('I grow beans.')
      await page.getByRole('main').getByRole('button', { name: '~Save' }).first().click()
      await expect(page.getByText('~Settings saved.')).toBeVisible()
    }
  })
})

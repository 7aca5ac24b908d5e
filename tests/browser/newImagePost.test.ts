import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { tabTo } from './support/keyboard.ts'
import { drag, form, largePicture, pasteFiles, pictureFiles, postsSent } from './support/newPost.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const tooMany = 'Image posts cannot contain more than 10 images. Please select fewer images and continue.'

/** A format that browsers show and the server does not accept. */
const svgFile = {
  name: 'drawing.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  ),
}

/** A member's form for an image post. */
async function begin(page: Page, site: Site, signIn: (member: never) => Promise<void>) {
  const moss = await site.createCommunity('moss')
  const member = await site.signUp('rowan')
  await signIn(member as never)
  await open(page, `/new?community=${moss.name}`)
  await form.tab(page, 'Image').click()
  return { moss, member }
}

const names = (page: Page) =>
  form.images(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')))
/** The announcement for screen readers while an image is moved. */
const spoken = (page: Page) => page.getByRole('status').filter({ hasText: / position / })
const bars = (page: Page) => page.getByRole('progressbar', { name: /Upload progress for image/ })

test.describe('a new image post', () => {
  // [CORE-2-150] [CORE-2-155]
  test('[CORE-2-154] shows the chosen images in order, with their alt texts', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss } = await begin(page, site, signIn)
    const posts = postsSent(page)
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
    await expect(form.images(page)).toHaveCount(2)
    await expect(page.getByText('2 of 10 images.')).toBeVisible()
    await form.altText(page, 1).fill('An owl')
    await form.altText(page, 2).fill('A wren')
    await expect(bars(page)).toHaveCount(0)
    await form.title(page).fill('Birds of the wood')
    await form.submit(page).click()
    await expect(page).toHaveURL(new RegExp(`/${moss.name}/post/`))
    expect(posts).toEqual([
      {
        type: 'image',
        title: 'Birds of the wood',
        community: moss.name,
        userGroup: 'normal',
        images: [
          { imageId: expect.any(String), caption: 'An owl' },
          { imageId: expect.any(String), caption: 'A wren' },
        ],
      },
    ])
    const publicId = page.url().split('/').at(-1)
    const post = await site.keeper.get<{ images: { altText: string }[] }>(`/api/posts/${publicId}`)
    expect(post.images.map(({ altText }) => altText)).toEqual(['An owl', 'A wren'])
    await expect(page.getByRole('main').getByRole('img', { name: 'An owl' })).toBeVisible()
  })

  test('takes pasted and dropped images, and is reordered by dragging', async ({ page, site, signIn }) => {
    await begin(page, site, signIn)

    await test.step('pasted images are taken, but not the picture of copied text', async () => {
      await form.tab(page, 'Text').click()
      await form.body(page).focus()
      await pasteFiles(page, await pictureFiles('text.jpg'), 'The text itself')
      await expect(form.tab(page, 'Text')).toHaveAttribute('aria-selected', 'true')
      await pasteFiles(page, await pictureFiles('owl.jpg'))
      await expect.poll(() => names(page)).toEqual(['Image 1: owl.jpg'])
    })

    await test.step('[CORE-2-154] images can be dropped anywhere on the page', async () => {
      await form.tab(page, 'Text').click()
      const zone = page.getByText('Drop images here')
      await drag(page, await pictureFiles('wren.jpg'), 'over')
      await expect(zone).toBeVisible()
      await drag(page, await pictureFiles('wren.jpg', 'jay.jpg'), 'drop')
      await expect(zone).toHaveCount(0)
      await expect(form.tab(page, 'Image')).toHaveAttribute('aria-selected', 'true')
      await expect
        .poll(() => names(page))
        .toEqual(['Image 1: owl.jpg', 'Image 2: wren.jpg', 'Image 3: jay.jpg'])
      await expect(bars(page)).toHaveCount(0)
    })

    await test.step('images are reordered by dragging', async () => {
      await form.altText(page, 3).fill('A jay')
      const [from, to] = await Promise.all(
        [3, 1].map((place) =>
          page.getByRole('button', { name: `Move image ${place}`, exact: true }).boundingBox(),
        ),
      )
      if (!from || !to) throw new Error('The handles are not there.')
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(to.x + 10, to.y - 10, { steps: 8 })
      await expect(spoken(page)).toHaveText('Over position 1 of 3.')
      await page.mouse.up()
      await expect(spoken(page)).toHaveText('Dropped at position 1 of 3.')
      await expect
        .poll(() => names(page))
        .toEqual(['Image 1: jay.jpg', 'Image 2: owl.jpg', 'Image 3: wren.jpg'])
      await expect(form.altText(page, 1)).toHaveValue('A jay')
    })

    await test.step('images are reordered by a menu, for people who cannot drag', async () => {
      const down = page.getByRole('menuitem', { name: 'Move down' })
      // For 50 ms after a drag, the library takes clicks for the end of it.
      await expect(async () => {
        await page.getByRole('button', { name: 'Move image 1', exact: true }).click()
        await expect(down).toBeVisible({ timeout: 2000 })
      }).toPass()
      await down.click()
      await expect
        .poll(() => names(page))
        .toEqual(['Image 1: owl.jpg', 'Image 2: jay.jpg', 'Image 3: wren.jpg'])
      await expect(page.getByRole('button', { name: 'Move image 2', exact: true })).toBeFocused()
    })
  })

  test('[CORE-4-045] shows the progress of uploads in per cent', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    await begin(page, site, signIn)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 400_000,
    })
    await form.files(page).setInputFiles(await largePicture('noise.png'))
    await expect(form.images(page)).toContainText(/[1-9]\d%/)
    await expect(bars(page)).toHaveAttribute('value', /^[1-9]\d$/)
    await expect(bars(page)).toHaveCount(0)
  })

  test('survives every failure of an upload', { tag: '@long' }, async ({ page, site, signIn, forgive }) => {
    forgive(/400|429|ERR_FAILED/)
    await begin(page, site, signIn)
    const posts = postsSent(page)
    const removeFirst = () => page.getByRole('button', { name: 'Remove image 1' }).click()
    const uploads = '**/api/_uploads'

    await test.step('[CORE-4-046] a cancelled upload is not an error', async () => {
      const letGo = await hold(page, uploads)
      await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
      const aborted = page.waitForEvent('requestfailed')
      await page.getByRole('button', { name: 'Cancel upload of image 1' }).click()
      expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
      await expect.poll(() => names(page)).toEqual(['Image 1: wren.jpg'])
      await expect(page.getByRole('alert')).toHaveCount(0)
      // The focus moves to the next image.
      await expect(form.altText(page, 1)).toBeFocused()
      letGo()
      await expect(bars(page)).toHaveCount(0)
      await removeFirst()
      await expect(form.files(page)).toBeFocused()
      await page.unroute(uploads)
    })

    await test.step('the post cannot be submitted while an upload is running', async () => {
      const letGo = await hold(page, uploads)
      await form.files(page).setInputFiles(await pictureFiles('owl.jpg'))
      await form.title(page).fill('Owls')
      await form.submit(page).click()
      await expect(form.files(page)).toHaveAccessibleDescription('Wait until your images are uploaded.')
      expect(posts).toEqual([])
      letGo()
      await expect(bars(page)).toHaveCount(0)
      await removeFirst()
      await page.unroute(uploads)
    })

    await test.step('a rate limited upload is retried silently', async () => {
      await page.route(
        uploads,
        (route) => route.fulfill({ status: 429, json: { status: 429, message: 'Too Many Requests.' } }),
        { times: 1 },
      )
      const answers: number[] = []
      page.on('response', (response) => {
        if (response.url().endsWith('/api/_uploads')) answers.push(response.status())
      })
      await form.files(page).setInputFiles(await pictureFiles('owl.jpg'))
      await expect(form.images(page)).toHaveCount(1)
      await expect(bars(page)).toHaveCount(0)
      expect(answers).toEqual([429, 200])
      await expect(page.getByRole('alert')).toHaveCount(0)
      await removeFirst()
    })

    await test.step('an upload is tried again after a connection failure', async () => {
      await page.route(uploads, (route) => route.abort())
      await form.files(page).setInputFiles(await pictureFiles('owl.jpg'))
      await expect(form.images(page).getByRole('alert')).toHaveText(
        "Make sure you're connected to the internet",
      )
      await page.unroute(uploads)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(form.images(page).getByRole('alert')).toHaveCount(0)
      await expect(bars(page)).toHaveCount(0)
      await removeFirst()
    })

    await test.step('[CORE-8-005] an image that the server cannot decode says so', async () => {
      await form.files(page).setInputFiles([svgFile, ...(await pictureFiles('wren.jpg'))])
      await expect(form.images(page).first().getByRole('alert')).toHaveText(
        /^Unsupported image format\. Choose/,
      )
      await expect(form.images(page).nth(1).getByRole('alert')).toHaveCount(0)
      // The same file would be refused again.
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
      await form.submit(page).click()
      await expect(form.files(page)).toHaveAccessibleDescription(
        "Some images couldn't be uploaded. Try again or remove them.",
      )
      await expectAccessible(page)
      expect(posts).toEqual([])
    })

    await test.step('what remains is submitted', async () => {
      await removeFirst()
      await form.submit(page).click()
      await expect(page).toHaveURL(/\/post\//)
    })
  })

  test('prompts for the login when the session has ended', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/401/)
    await begin(page, site, signIn)
    const noticed = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/_user') && answer.status() === 401,
    )
    await page.context().clearCookies({ name: 'SID' })
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg'))
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()
    await noticed
    await expect(page.getByRole('button', { name: 'Try again', includeHidden: true })).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Create a post', includeHidden: true })).toHaveCount(1)
  })

  test('has one to ten images with alt texts', async ({ page, site, signIn }) => {
    await begin(page, site, signIn)
    const posts = postsSent(page)

    await test.step('[CORE-5-008] an image is required', async () => {
      await form.title(page).fill('Ten birds')
      await form.submit(page).click()
      await expect(form.files(page)).toHaveAccessibleDescription("You haven't uploaded an image")
      expect(posts).toEqual([])
    })

    await test.step('[CORE-5-017] other files are refused', async () => {
      await expect(form.files(page)).toHaveAttribute('accept', 'image/*')
      const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Owls') }
      await drag(page, [text, ...(await pictureFiles('owl.jpg'))], 'drop')
      await expect(form.files(page)).toHaveAccessibleDescription(/^Unsupported image format\./)
      await expect.poll(() => names(page)).toEqual(['Image 1: owl.jpg'])
    })

    await test.step('[CORE-5-011] an alt text has up to 1024 characters, and a count', async () => {
      await form.altText(page, 1).fill('🦉'.repeat(1023))
      await form.altText(page, 1).press('End')
      await page.keyboard.insertText('abc')
      await expect(form.altText(page, 1)).toHaveValue(`${'🦉'.repeat(1023)}a`)
      await expect(page.getByText('1024 / 1024')).toBeVisible()
      await expect(bars(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Remove image 1' }).click()
    })

    await test.step('[CORE-5-009] a selection that makes more than ten is rejected', async () => {
      const eleven = await pictureFiles(...'abcdefghijk'.split(''))
      await form.files(page).setInputFiles(eleven)
      await expect(form.files(page)).toHaveAccessibleDescription(tooMany)
      await expect(form.images(page)).toHaveCount(0)
      await form.files(page).setInputFiles(eleven.slice(0, 10))
      await expect(form.images(page)).toHaveCount(10)
      await form.files(page).setInputFiles(eleven.slice(10))
      await expect(form.files(page)).toHaveAccessibleDescription(tooMany)
      await expect(form.images(page)).toHaveCount(10)
      await expect(bars(page)).toHaveCount(0)
      await form.submit(page).click()
      await expect(page).toHaveURL(/\/post\//)
    })
  })

  test('[CORE-5-010] requires alt texts from members who turned that on', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, member } = await begin(page, site, signIn)
    await site.db.updateTable('users').set({ require_alt_text: true }).where('id', '=', member.id).execute()
    await open(page, `/new?community=${moss.name}`)
    await form.tab(page, 'Image').click()
    const posts = postsSent(page)
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
    await form.title(page).fill('Birds')
    await form.altText(page, 1).fill('An owl')
    await form.altText(page, 2).fill('   ')
    await expect(bars(page)).toHaveCount(0)
    await form.submit(page).click()
    await expect(form.files(page)).toHaveAccessibleDescription(
      "One or more images are missing alt text. Please make sure that you've added alt text to all images.",
    )
    expect(posts).toEqual([])
    await form.altText(page, 2).fill('A wren')
    await form.altText(page, 2).press('Control+Enter')
    await expect(page).toHaveURL(/\/post\//)
  })

  test('is written and reordered with the keyboard alone', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    await begin(page, site, signIn)
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
    await expect(form.images(page)).toHaveCount(2)
    await expect(bars(page)).toHaveCount(0)
    await form.title(page).focus()
    await tabTo(page, form.files(page))
    await tabTo(page, page.getByRole('button', { name: 'Move image 1', exact: true }))
    await page.keyboard.press('Space')
    await expect(spoken(page)).toHaveText('Over position 1 of 2.')
    await page.keyboard.press('ArrowDown')
    await expect(spoken(page)).toHaveText('Over position 2 of 2.')
    await page.keyboard.press('Space')
    await expect.poll(() => names(page)).toEqual(['Image 1: wren.jpg', 'Image 2: owl.jpg'])
    await tabTo(page, form.altText(page, 2))
    await page.keyboard.type('An owl')
    await form.title(page).fill('Birds')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/post\//)
  })

  test('@phone has its alt texts and buttons in reach of a thumb', async ({ page, site, signIn }) => {
    await begin(page, site, signIn)
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
    await expect(form.images(page)).toHaveCount(2)
    for (const button of await form.images(page).getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  })
})

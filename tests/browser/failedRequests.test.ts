import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { discussion } from './support/discussion.ts'
import { longUnless } from './support/long.ts'
import { open, untilClosed } from './support/open.ts'
import { article, choose } from './support/posts.ts'
import type { CommunityFacts, Member, PostFacts, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** What is there, for an admin who moderates the community. */
interface Scene {
  readonly keeper: Member
  readonly moss: CommunityFacts
  readonly author: Member
  readonly written: PostFacts
}

interface Form {
  readonly name: string
  /** Opens it. */
  readonly open?: (page: Page) => Promise<void>
  /** What it needs besides texts, such as a choice. */
  readonly complete?: (form: Locator) => Promise<void>
  /** Texts that have to have a form, by the label of their field. */
  readonly texts?: Readonly<Record<string, string>>
  /** Where it is, if it is in the page and not in a dialog. */
  readonly place?: (page: Page) => Locator
  /** The button that sends it, if it is not the only one that does. */
  readonly button?: string
}

const failures = [
  { says: 'Something went wrong.', answer: { status: 500, body: '' } },
  { says: 'Whoah, slow down there!', answer: { status: 429, json: errors.tooManyRequests } },
  { says: "Make sure you're connected to the internet", answer: null },
  { says: /./, answer: { status: 400, json: { status: 400, code: 'odd', message: 'Odd.' } } },
] as const

const chooseFrom = (menu: string, item: string) => (page: Page) => choose(page, article(page), item, menu)
const press = (name: string) => (page: Page) =>
  page.locator('#page').getByRole('button', { name, exact: true }).first().click()
const chooseFirst = (form: Locator) => form.getByRole('radio').first().check()
const pages: readonly [address: (scene: Scene) => string, forms: readonly Form[]][] = [
  [
    ({ moss, written }) => `/${moss.name}/post/${written.publicId}`,
    [
      { name: 'a lock', open: chooseFrom('Admin', 'Lock') },
      { name: 'a removal', open: chooseFrom('Admin', 'Remove') },
      { name: 'an erasure', open: chooseFrom('Moderator', 'Erase…') },
    ],
  ],
  [
    ({ moss, written }) => `/${moss.name}/post/${written.publicId}`,
    [
      { name: 'a report', open: chooseFrom('More', 'Report'), complete: chooseFirst },
      {
        name: 'a comment',
        open: (page) => discussion(page).getByRole('button', { name: 'Add a comment' }).click(),
        place: discussion,
        button: 'Comment',
      },
    ],
  ],
  [
    ({ moss }) => `/${moss.name}/modtools/reports`,
    [
      { name: 'a removal from the queue', open: press('Remove') },
      { name: 'a ban from the queue', open: press('Ban author') },
    ],
  ],
  [({ moss }) => `/${moss.name}/modtools/banned`, [{ name: 'a ban', open: press('Ban user') }]],
  [
    ({ moss }) => `/${moss.name}/modtools/rules`,
    [
      { name: 'a rule', open: press('Add rule') },
      { name: 'a template', open: press('Add template') },
    ],
  ],
  [({ moss }) => `/${moss.name}/modtools/mods`, [{ name: 'a moderator', open: press('Add mod') }]],
  [({ keeper }) => `/@${keeper.username}/lists`, [{ name: 'a list', open: press('Create list') }]],
  [() => '/communities', [{ name: 'a community', open: press('Create community') }]],
  [
    () => '/admin/ipblocks',
    [{ name: 'a block', open: press('Block IP'), texts: { 'Expires in (hours)': '24' } }],
  ],
  [() => '/settings', [{ name: 'a password', open: press('Change password') }]],
  [
    ({ moss }) => `/new?community=${moss.name}`,
    [{ name: 'a post', place: (page) => page.getByRole('main').locator('form'), button: 'Submit' }],
  ],
]

/** Fills in all texts of a form. @returns what they are. */
async function typeIn(form: Locator, texts: Form['texts'] = {}): Promise<Map<Locator, string>> {
  const typed = new Map<Locator, string>()
  // Dialogs are loaded on demand.
  await form.getByRole('textbox').first().waitFor()
  for (const field of await form
    .locator('textarea, input:is([type=text], [type=password], :not([type])):not([role])')
    .all()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    const text = texts[label] ?? 'Typed_by_hand'
    await field.fill(text)
    typed.set(field, text)
  }
  return typed
}

/** Whether nothing is over it, such as the backdrop of a dialog. */
const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

async function sceneOf(site: Site): Promise<Scene> {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('author')
  const written = await site.createPost(author, moss.name)
  const reporter = await site.signUp('reporter')
  await reporter.post('/api/_report', { type: 'post', targetId: written.id, reason: 1 })
  return { keeper: site.keeper, moss, author, written }
}

test.describe('after a failed request, what was typed is still there', () => {
  for (const [address, forms] of pages)
    test(
      `in ${forms.map(({ name }) => name).join(', ')}`,
      longUnless(forms.some(({ name }) => name === 'a lock')),
      async ({ page, site, signIn, forgive }) => {
        forgive(/Failed to load resource/)
        const scene = await sceneOf(site)
        await signIn(site.keeper)
        await open(page, address(scene))
        for (const [index, { name, ...form }] of forms.entries())
          await test.step(name, async () => {
            await form.open?.(page)
            const place = form.place?.(page) ?? page.getByRole('dialog')
            await form.complete?.(place)
            const typed = await typeIn(place, form.texts)
            expect(typed.size).toBeGreaterThan(0)
            const sends = form.button
              ? place.getByRole('button', { name: form.button, exact: true })
              : place.locator('button[type=submit]')
            // One form of each page shows all failures, the others one of them.
            const tried = index === 0 ? failures : failures.slice(index % 3, (index % 3) + 1)
            for (const { says, answer } of tried) {
              await page.route('**/api/**', (route) => {
                if (route.request().method() === 'GET') return route.fallback()
                return answer ? route.fulfill(answer) : route.abort()
              })
              await sends.click()
              const error = (form.place ? page : place).getByRole('alert').filter({ hasText: says }).last()
              await expect(error).toBeVisible()
              await expect.poll(() => isOnTop(error)).toBe(true)
              for (const [field, text] of typed) await expect(field).toHaveValue(text)
              await page.unroute('**/api/**')
            }
            if (form.place) return
            await page.keyboard.press('Escape')
            await untilClosed(page, place)
          })
      },
    )
})

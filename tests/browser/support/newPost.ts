import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { picture } from '../../support/pictures.ts'

/** The fields and buttons of the form for posts. */
export const form = {
  tab: (page: Page, name: 'Text' | 'Image' | 'Link'): Locator =>
    page.getByRole('tablist', { name: 'Post type' }).getByRole('tab', { name }),
  community: (page: Page): Locator => page.getByRole('combobox', { name: 'Community' }),
  title: (page: Page): Locator => page.getByRole('textbox', { name: 'Title' }),
  body: (page: Page): Locator => page.getByRole('textbox', { name: 'Body' }),
  url: (page: Page): Locator => page.getByRole('textbox', { name: 'URL' }),
  files: (page: Page): Locator => page.getByLabel('Images', { exact: true }),
  images: (page: Page): Locator => page.getByRole('list', { name: 'Selected images' }).getByRole('listitem'),
  altText: (page: Page, place: number): Locator =>
    form
      .images(page)
      .nth(place - 1)
      .getByRole('textbox', { name: 'Alt text' }),
  submit: (page: Page): Locator => page.getByRole('button', { name: 'Submit' }),
  cancel: (page: Page): Locator =>
    page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }),
  question: (page: Page): Locator => page.getByRole('dialog', { name: 'Are you sure you want to leave?' }),
  offer: (page: Page): Locator => page.getByRole('region', { name: 'Unfinished draft' }),
}

/** The request bodies of posts that the page sends from now on. */
export function postsSent(page: Page): unknown[] {
  const posts: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/posts')
      posts.push(request.postDataJSON())
  })
  return posts
}

/** A file in the form that Playwright's `setInputFiles` takes. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

let made = 0

/** Small pictures, all different. */
export const pictureFiles = (...names: string[]): Promise<ChosenFile[]> =>
  Promise.all(
    names.map(async (name) => {
      made += 1
      return { name, mimeType: 'image/jpeg', buffer: await picture(made) }
    }),
  )

/** A picture of noise, which does not compress; about a megabyte. */
export async function largePicture(name: string): Promise<ChosenFile> {
  const side = 600
  const noise = Buffer.alloc(side * side * 3)
  for (let at = 0, value = 1; at < noise.length; at += 1) {
    value = (value * 16_807) % 2_147_483_647
    noise[at] = value & 0xff
  }
  const buffer = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Drags files over the page, and drops them there. */
export async function drag(page: Page, files: readonly ChosenFile[], how: 'over' | 'drop'): Promise<void> {
  await sendFiles(page, files, how === 'over' ? 'dragover' : 'drop')
}

/** Pastes files into the focused element. @param text the text beside them on the clipboard. */
export async function pasteFiles(page: Page, files: readonly ChosenFile[], text?: string): Promise<void> {
  await sendFiles(page, files, 'paste', text)
}

async function sendFiles(
  page: Page,
  files: readonly ChosenFile[],
  event: 'dragover' | 'drop' | 'paste',
  text?: string,
): Promise<void> {
  const contents = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  await page.evaluate(
    ({ contents, event, text }) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of contents) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (text !== undefined) transfer.setData('text/plain', text)
      const how = { bubbles: true, cancelable: true }
      const target = event === 'paste' ? (document.activeElement ?? document.body) : document.body
      target.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { ...how, clipboardData: transfer })
          : new DragEvent(event, { ...how, dataTransfer: transfer }),
      )
    },
    { contents, event, text },
  )
}

/** Pastes text into the focused element, as Ctrl+V does. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await sendFiles(page, [], 'paste', text)
}

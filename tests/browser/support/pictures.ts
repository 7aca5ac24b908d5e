import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Fact, Member, PostFacts, Site } from './site.ts'

export type Size = readonly [width: number, height: number]

/** A picture of one colour that differs from picture to picture, so that each has a file of its own. */
const pictureFile = ([width, height]: Size, number: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 30 + 20 * number, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer()

const upload = async (member: Member, size: Size, number: number): Promise<Fact> =>
  member.sendImage('/api/_uploads', await pictureFile(size, number))

/** An image post with pictures of these sizes; the alt text of the first is 'Picture A', and so on. */
export async function postPictures(
  author: Member,
  community: string,
  sizes: readonly Size[],
  { title = 'Moss from above', described = true } = {},
): Promise<PostFacts> {
  const images: { imageId: string; caption: string }[] = []
  for (const [number, size] of sizes.entries()) {
    const { id } = await upload(author, size, number)
    images.push({ imageId: id, caption: described ? `Picture ${letters[number]}` : '' })
  }
  return author.post('/api/posts', { type: 'image', title, images, community })
}

const letters = 'ABCDEFGHIJ'

/** A link post with a preview picture, as if it had been fetched. */
export async function postLinkWithPicture(site: Site, community: string): Promise<PostFacts> {
  const post: PostFacts = await site.keeper.post('/api/posts', {
    type: 'link',
    title: 'Where moss grows',
    url: 'https://moss.example/where',
    community,
  })
  const { id } = await upload(site.keeper, [1280, 720], 5)
  await site.db.updateTable('images').set({ use: 'thumbnail', is_used: true }).where('id', '=', id).execute()
  await site.db.updateTable('posts').set({ link_image_id: id }).where('id', '=', post.id).execute()
  return post
}

/** A picture by the letter of its alt text. */
export const pictureOf = (within: Page | Locator, letter: string): Locator =>
  within.getByRole('img', { name: `Picture ${letter}`, exact: true, includeHidden: true })

/** The size at which a picture is painted, inside its box. */
export const paintedSize = (picture: Locator): Promise<{ width: number; height: number }> =>
  picture.evaluate((element: HTMLImageElement) => {
    const box = element.getBoundingClientRect()
    const isNeverEnlarged = getComputedStyle(element).objectFit === 'scale-down'
    const { naturalWidth, naturalHeight } = element
    const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight)
    const shown = isNeverEnlarged ? Math.min(1, scale) : scale
    return { width: naturalWidth * shown, height: naturalHeight * shown }
  })

/** Waits until a picture has loaded. */
export const loaded = (picture: Locator): Promise<void> =>
  // Evaluated repeatedly, because a picture that failed to load is replaced by another element.
  expect
    .poll(() => picture.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)

/** The copy of members' pictures and communities' icons that stands beside a name. Posts have none of this size. */
const besideName = '50'

/**
 * The picture files of posts that the page requests from now on: their sizes, or `original`. Not the icons of the communities that every
 * page lists, because other tests may have given them some.
 */
export function watchFiles(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const size = url.searchParams.get('size') ?? 'original'
    if (url.pathname.startsWith('/images/') && size !== besideName) asked.push(size)
  })
  return asked
}

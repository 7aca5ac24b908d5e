import type { Image } from '../../../contract/entities/image.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import type { UploadOptions } from '../../data/uploads.ts'
import { mistakeInFile } from '../pictures/uploadFailure.ts'

/** One image of a post that is being written, from the moment it is chosen. */
export interface DraftImage {
  /** Unique while the form is open. */
  readonly key: string
  /** The file name. */
  readonly name: string
  /** URL of its preview: an object URL, or on the server for an image of a restored draft. */
  readonly src: string
  readonly altText: string
  readonly upload: Upload
}

export type Upload =
  | { readonly state: 'waiting' }
  | { readonly state: 'uploading'; readonly percent: number }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'done'; readonly imageId: string; readonly url: string; readonly uploadedAt: number }

/** An image that was uploaded on an earlier visit. */
export interface UploadedImage {
  readonly imageId: string
  readonly url: string
  readonly name: string
  readonly altText: string
  /** In milliseconds since 1970. */
  readonly uploadedAt: number
}

export interface ImageUploads {
  /** In the order of the post; the same array until something changes (for `useSyncExternalStore`). */
  readonly images: () => readonly DraftImage[]
  subscribe(listener: () => void): () => void
  add(files: readonly File[]): void
  /** Replaces all images by those of a restored draft. */
  restore(images: readonly UploadedImage[]): void
  /** Removes an image and aborts its upload. */
  remove(key: string): void
  retry(key: string): void
  describe(key: string, altText: string): void
  /** Moves an image to the position of another one. */
  move(key: string, toKey: string): void
  /** Aborts all uploads and revokes the object URLs. */
  clear(): void
}

interface UploadDependencies {
  readonly upload: (file: File, options: UploadOptions) => Promise<Image>
  /** The existing images of the text. */
  readonly before?: readonly Image[]
  /** Like `setTimeout`; tests replace it. */
  readonly later?: (run: () => void, ms: number) => void
}

/**
 * The images of a post that is being written. Uploads a few at a time; after a 429 it retries with a delay, and fails
 * when retrying is pointless.
 */
export function createImageUploads({
  upload,
  before = [],
  later = setTimeout,
}: UploadDependencies): ImageUploads {
  let images: readonly DraftImage[] = before.map(({ id, url, altText }) => ({
    key: `before${id}`,
    name: t('Current image'),
    src: url,
    altText: altText ?? '',
    upload: { state: 'done', imageId: id, url, uploadedAt: 0 },
  }))
  let made = 0
  const listeners = new Set<() => void>()
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()

  const newKey = () => {
    made += 1
    return `image${made}`
  }
  const put = (next: readonly DraftImage[]) => {
    images = next
    for (const listener of listeners) listener()
  }
  const change = (key: string, part: Partial<DraftImage>) =>
    put(images.map((image) => (image.key === key ? { ...image, ...part } : image)))

  function startWaiting(): void {
    for (const { key, upload } of images) {
      if (running.size >= uploadsAtATime) return
      const file = files.get(key)
      if (upload.state === 'waiting' && file) void run(key, file)
    }
  }

  async function run(key: string, file: File): Promise<void> {
    const controller = new AbortController()
    running.set(key, controller)
    change(key, { upload: { state: 'uploading', percent: 0 } })
    const outcome = await sendPatiently(file, controller.signal, (share) => {
      change(key, { upload: { state: 'uploading', percent: Math.floor(share * 100) } })
    })
    if (controller.signal.aborted) return
    running.delete(key)
    // The file is no longer needed for a retry.
    if (outcome.state === 'done') files.delete(key)
    change(key, { upload: outcome })
    startWaiting()
  }

  async function sendPatiently(
    file: File,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Upload> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { id, url } = await upload(file, { signal, onProgress })
        return { state: 'done', imageId: id, url, uploadedAt: Date.now() }
      } catch (error) {
        if (signal.aborted || refusalOf(error)?.status !== 429 || attempt === attemptsMost)
          return { state: 'failed', error }
        await new Promise<void>((resolve) => later(resolve, attempt * retryMs))
        if (signal.aborted) return { state: 'failed', error }
      }
    }
  }

  function forget({ key, src }: DraftImage): void {
    running.get(key)?.abort()
    running.delete(key)
    files.delete(key)
    if (src.startsWith('blob:')) URL.revokeObjectURL(src)
  }

  return {
    images: () => images,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(chosen) {
      const added = chosen.map((file): DraftImage => {
        const key = newKey()
        files.set(key, file)
        return {
          key,
          name: file.name,
          src: URL.createObjectURL(file),
          altText: '',
          upload: { state: 'waiting' },
        }
      })
      put([...images, ...added])
      startWaiting()
    },
    restore(uploaded) {
      for (const image of images) forget(image)
      put(
        uploaded.map(({ imageId, url, name, altText, uploadedAt }) => ({
          key: newKey(),
          name,
          src: url,
          altText,
          upload: { state: 'done', imageId, url, uploadedAt },
        })),
      )
    },
    remove(key) {
      const image = images.find((image) => image.key === key)
      if (!image) return
      forget(image)
      put(images.filter((image) => image.key !== key))
      startWaiting()
    },
    retry(key) {
      change(key, { upload: { state: 'waiting' } })
      startWaiting()
    },
    describe: (key, altText) => change(key, { altText }),
    move(key, toKey) {
      const from = images.findIndex((image) => image.key === key)
      const to = images.findIndex((image) => image.key === toKey)
      const moved = images[from]
      if (!moved || to < 0) return
      put(images.toSpliced(from, 1).toSpliced(to, 0, moved))
    },
    clear() {
      for (const image of images) forget(image)
      put([])
    },
  }
}

const uploadsAtATime = 3
/** The short rate limit lasts seconds: a refusal after these attempts means that the limit per day is reached. */
const attemptsMost = 5
const retryMs = 1000

export const isUploading = (images: readonly DraftImage[]): boolean =>
  images.some(({ upload }) => upload.state === 'waiting' || upload.state === 'uploading')

/** Which of the chosen files are added, and the message about the others. */
export function acceptFiles(
  chosen: readonly File[],
  room: { alreadyThere: number; most: number },
): { files: readonly File[]; mistake: string | null } {
  const files = chosen.filter((file) => mistakeInFile(file) === null)
  if (room.alreadyThere + files.length > room.most) return { files: [], mistake: tooManyImages(room.most) }
  return { files, mistake: chosen.map(mistakeInFile).find(Boolean) ?? null }
}

export const tooManyImages = (most: number) =>
  t(
    'Image posts cannot contain more than {most, plural, one {# image} other {# images}}. Please select fewer images and continue.',
    { most },
  )

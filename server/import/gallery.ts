import { isRecord } from '../../contract/objects.ts'
import { decodeEntities } from './entities.ts'

type Fields = Record<string, unknown>

const extensions: Readonly<Record<string, string>> = {
  'image/jpg': 'jpg',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const textIn = (value: unknown): string => (typeof value === 'string' ? decodeEntities(value) : '')

/**
 * The pictures of a gallery as a Markdown list of links with their captions; null when the record names none. They are not fetched: the
 * dump only has their addresses at the source.
 */
export function galleryOf({ gallery_data: gallery, media_metadata: metadata }: Fields): string | null {
  const items = isRecord(gallery) && Array.isArray(gallery.items) ? gallery.items : []
  const lines = items.flatMap((item) => {
    if (!isRecord(item) || typeof item.media_id !== 'string') return []
    const url = addressOf(item.media_id, isRecord(metadata) ? metadata[item.media_id] : null)
    const caption = textIn(item.caption).replace(/\s+/g, ' ').trim()
    return url ? [`<${url}>${caption && ` ${caption}`}`] : []
  })
  return lines.length > 0 ? lines.map((line, index) => `${index + 1}. ${line}`).join('\n') : null
}

/** The address of the original, or of the preview, which the source may stop serving. */
function addressOf(id: string, media: unknown): string | null {
  if (!isRecord(media)) return null
  const extension = extensions[textIn(media.m)]
  if (extension && /^\w+$/.test(id)) return `https://i.redd.it/${id}.${extension}`
  const { s: source } = media
  if (!isRecord(source)) return null
  const url = textIn(source.u) || textIn(source.gif) || textIn(source.mp4)
  return /^https:\/\/[^\s<>]+$/.test(url) ? url : null
}

/** The address of the post that a crosspost shows; empty for other posts. */
export function originalOf({ crosspost_parent_list: parents }: Fields): string {
  const [parent] = Array.isArray(parents) ? parents : []
  const permalink = isRecord(parent) ? textIn(parent.permalink) : ''
  return permalink.startsWith('/') ? `https://www.reddit.com${permalink}` : ''
}

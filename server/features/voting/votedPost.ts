import { Post } from '../../../contract/entities/post.ts'
import { cutOut } from '../../core/api/gap.ts'
import { serializerOf } from '../../core/api/serializer.ts'
import type { SharedView } from '../../core/api/viewAs.ts'
import type { SharedPart, SharedParts } from '../../platform/cache/sharedParts.ts'
import { SharedText, TextParts } from '../../platform/http/textParts.ts'

/** The JSON of a post up to its counts, which no vote changes. */
interface Beginning extends SharedPart {
  readonly written: SharedText
}

const writePost = serializerOf({ response: Post })
/** Shorter texts are not worth a shared part. */
const sharedFrom = 400
const placeholder = '(text)'
/** Compressing the counts and the author would cost more than the bytes that it saves. */
const storesOwnBelow = 2000

/**
 * The JSON of a post with a vote. What comes before its counts is compressed once for all votes that find it the same; the version of a
 * shared part would change with each vote, so the text itself is compared.
 */
export async function votedPostText(
  parts: SharedParts,
  post: Post,
  { format }: Pick<SharedView, 'format'>,
): Promise<TextParts> {
  const { id } = post
  const name = format === 'html' ? 'bodyHtml' : 'body'
  const text = post[name]
  if (typeof text !== 'string' || text.length < sharedFrom) return new TextParts([writePost(post)])
  const [before, after] = cutOut(writePost({ ...post, [name]: placeholder }), `"${name}":"${placeholder}"`)
  // Inside a text, its quotation marks have backslashes.
  const counts = after.indexOf(',"upvotes":')
  const between = after.slice(0, counts)
  const version = `${before}${between}${text}`
  const found = await parts.getAll<Beginning>(`voted post ${format}`, [{ id, version }], async () => [
    {
      id,
      version,
      // The version and the text, up to two bytes for each character, and the same compressed.
      bytes: 5 * version.length,
      written: SharedText.fragment(() => `${before}"${name}":${JSON.stringify(text)}${between}`),
    },
  ])
  const beginning = found.get(id)
  if (!beginning) throw new Error('A shared part was not made.')
  return new TextParts([beginning.written, after.slice(counts)], { storesOwnBelow })
}

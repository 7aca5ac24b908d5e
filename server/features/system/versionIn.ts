import { parseFeed } from 'htmlparser2'
import { fieldsOf } from '../../../contract/objects.ts'

const versionPattern = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/
/** A version in a title: matches `Folkmoot 1.2.3: faster search`, but not `1.2.3-rc.1`. */
const wordPattern = /(?:^|\s)(v?\d{1,6}\.\d{1,6}\.\d{1,6})(?=$|[\s:,])/

/**
 * The newest version that an answer names: a plain text with nothing else; JSON with `version` or `tag_name`, as package registries
 * and forges describe a release; a list of those; or a feed of releases in Atom, RSS or JSON Feed. Drafts and pre-releases do
 * not count.
 */
export function versionIn(answer: string): string | null {
  const written = answer.trim()
  const names = written.startsWith('<')
    ? (parseFeed(written)?.items ?? []).flatMap(namesInItem)
    : /^[{[]/.test(written)
      ? namesInJson(written)
      : [written]
  const versions = names.flatMap((name) => {
    const [, ...numbers] = versionPattern.exec(name.trim()) ?? []
    return numbers.length > 0 ? [numbers.map(Number).join('.')] : []
  })
  return versions.reduce<string | null>(
    (newest, version) => (newest === null || isNewer(version, newest) ? version : newest),
    null,
  )
}

function namesInJson(json: string): string[] {
  try {
    const found: unknown = JSON.parse(json)
    if (Array.isArray(found)) return found.flatMap(namesInRelease)
    const { items } = fieldsOf(found)
    if (!Array.isArray(items)) return namesInRelease(found)
    return items.flatMap((item: { url?: unknown; title?: unknown }) =>
      namesInItem({ link: textOf(item?.url), title: textOf(item?.title) }),
    )
  } catch {
    return []
  }
}

function namesInRelease(release: unknown): string[] {
  const { version, tag_name: tag, draft, prerelease } = fieldsOf(release)
  return draft === true || prerelease === true ? [] : [textOf(version ?? tag)]
}

/** On code hosts, people write the title of an entry, and its link ends with the tag. */
const namesInItem = ({ link = '', title = '' }: { link?: string; title?: string }): string[] => [
  link.slice(link.lastIndexOf('/') + 1),
  wordPattern.exec(title)?.[1] ?? '',
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const numbersOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

/** Whether `one` is newer than `other`. */
export function isNewer(one: string, other: string): boolean {
  const others = numbersOf(other)
  for (const [index, number] of numbersOf(one).entries())
    if (number !== others[index]) return number > (others[index] ?? 0)
  return false
}

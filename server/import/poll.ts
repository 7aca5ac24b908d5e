import { isRecord } from '../../contract/objects.ts'
import { decodeEntities } from './entities.ts'

type Fields = Record<string, unknown>

/** Marks of Markdown in texts that the source shows as they are. */
const marks = /[\\`*_[\]<>~|&^$#]/g

/** The options of a poll as a Markdown list with their votes, which dumps of open polls do not have; null for other records. */
export function pollOf({ poll_data: poll }: Fields): string | null {
  if (!isRecord(poll) || !Array.isArray(poll.options)) return null
  const lines = poll.options.flatMap((option) => {
    if (!isRecord(option) || typeof option.text !== 'string') return []
    const text = decodeEntities(option.text).replace(/\s+/g, ' ').trim().replace(marks, '\\$&')
    if (text === '') return []
    const votes = votesIn(option.vote_count)
    return [`- ${text}${votes && `: ${votes}`}`]
  })
  if (lines.length === 0) return null
  const total = votesIn(poll.total_vote_count)
  return `${lines.join('\n')}${total && `\n\n${total} in all`}`
}

const votesIn = (count: unknown): string => {
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return ''
  return `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`
}

import { seedTexts } from './seedTexts.ts'

const firstSecond = 1_600_000_000
const communities = 40

/**
 * Made-up discussions as lines of a Pushshift dump: the submissions, then the comments, a third of them on the
 * submission and the others on an earlier comment of the same one.
 *
 * @param threads for each comment in the order of time, the number of its submission.
 */
export function discussions(submissions: number, threads: readonly number[]): string {
  const texts = seedTexts(500)
  const textOf = (n: number) => texts[n % texts.length] as (typeof texts)[number]
  const idOf = (n: number) => n.toString(36).padStart(6, '0')
  const author = (n: number) => `author_${(n * 7919) % 3000}`
  const lines: object[] = Array.from({ length: submissions }, (_, n) => ({
    id: idOf(n),
    subreddit: `community_${n % communities}`,
    author: author(n),
    title: textOf(n).title,
    selftext: textOf(n).body,
    is_self: true,
    score: n % 300,
    created_utc: firstSecond + n * 60,
  }))
  const known = new Map<number, number[]>()
  for (const [n, submission] of threads.entries()) {
    const earlier = known.get(submission) ?? []
    known.set(submission, earlier)
    const parent = n % 3 === 0 ? undefined : earlier[(n * 7919) % earlier.length]
    lines.push({
      id: idOf(submissions + n),
      subreddit: `community_${submission % communities}`,
      author: author(n + 1),
      body: textOf(n + 1).body,
      link_id: `t3_${idOf(submission)}`,
      parent_id: parent === undefined ? `t3_${idOf(submission)}` : `t1_${idOf(submissions + parent)}`,
      score: n % 30,
      created_utc: firstSecond + (submissions + n) * 60,
    })
    earlier.push(n)
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

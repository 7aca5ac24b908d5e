import { parseArgs } from 'node:util'
import { encodingsOfBrowsers } from './load.ts'
import { type SearchedSize, searchedSizeOf } from './search/seed.ts'
import { defaultSize, type ForumSize, largeSize, sizeOf } from './size.ts'

export const usage = `npm run bench -- [plans|seed|search|import|size|thread|lighthouse|deletion|ipblocks|automation|login|idle|overload] [options]
npm run bench -- [mixed|bytes] [--against COMMIT] [--data FOLDER] [PATH…] [options]
npm run bench -- [growth|scale] [PATH…] [options]

  (nothing)        measures every hot path; writes the report to bench/results/ and its table to docs/performance.md
  plans            explains every hot query
  search           only measures the search in a forum of 1,000,000 posts and 2,000,000 comments; --posts N for another size
  import           only imports 60,000 posts and comments
  size             only divides the JavaScript of a first page among packages and folders
  thread           only opens and scrolls a thread of 5,000 comments in Chromium (CHROMIUM_PATH names the browser)
  lighthouse       only runs Lighthouse on a page of each kind
  deletion         only deletes 50,000 posts and comments of one member, as after a ban
  ipblocks         only looks up addresses among 100,000 IP blocks
  automation       only applies 100 rules without code to a text of 40,000 characters
  login            only has twenty addresses log in as fast as they may, and measures how others fare meanwhile
  idle             only measures the CPU of a forum that nobody uses, for three minutes
  overload         only sends five times what the server can do
  seed             only creates the forum that the others measure

  --against COMMIT measures the paths of members and guests for that commit and for the working tree, in alternation
  --data FOLDER    measures them with the Pushshift dumps in that folder; with --against in both versions
  mixed            measures guests and members at once, and the reads of guests while members write
  bytes            measures how large the answers for a member are in each encoding
  growth           measures the paths in a forum of 20,000 posts and in one of 1,000,000; --posts N for another size
  scale            measures paths with one worker, with two, and with two and twice the clients
  PATH…            with these: only paths whose name contains one of the texts
  --accept TEXT    with these: the encodings that clients accept; by default those of a browser over HTTPS
  --save           with these, and with plans, search, size and lighthouse: writes the report to bench/results/

  --large          1,000,000 posts instead of 20,000
  --posts N        N posts; --comments N and --votes N, by default ten and fifty for each
  --fresh          creates the forum again
  --seconds N      duration of each run; 4 by default
  --only TEXT      only paths (with lighthouse: pages) whose name contains TEXT
  --runs N         runs of Lighthouse for each page; 3 by default, the median counts`

const minPosts = 1000
/** The benchmark starts itself with `ceiling` for a second process. */
const tasks = [
  'measure',
  'plans',
  'seed',
  'search',
  'import',
  'size',
  'thread',
  'lighthouse',
  'deletion',
  'ipblocks',
  'automation',
  'login',
  'idle',
  'overload',
  'mixed',
  'bytes',
  'growth',
  'scale',
  'ceiling',
] as const

export interface Options {
  readonly task: (typeof tasks)[number] | 'compare' | 'help'
  /** Texts in the names of the wanted paths; none means all. */
  readonly names: readonly string[]
  /** The commit to compare with; empty for none. */
  readonly against: string
  /** A folder of dumps; empty for made-up discussions. */
  readonly data: string
  readonly save: boolean
  readonly size: ForumSize
  /** Size of the forum for `search`. */
  readonly searched: SearchedSize
  readonly seconds: number
  /** The encodings that clients accept in a comparison. */
  readonly accepted: string
  readonly fresh: boolean
  readonly only: string
  readonly runs: number
}

/** The arguments are invalid. */
export class UsageError extends Error {}

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const { against, data } = values
  const isComparison = against !== '' || data !== ''
  const [word = 'measure', ...more] = positionals
  const known = tasks.find((one) => one === word)
  // Words are names of paths in a comparison, even if there is a task of that name.
  const isNamed = isComparison && known !== 'mixed' && known !== 'bytes'
  const task = isNamed ? 'compare' : known
  if (!task || (more.length > 0 && task !== 'compare' && task !== 'growth' && task !== 'scale'))
    throw new UsageError(`Unknown task: "${positionals.join(' ')}".`)
  const whole = (name: 'posts' | 'comments' | 'votes' | 'seconds' | 'runs', least: number, why = '') => {
    const value = Number(values[name] ?? least)
    if (!Number.isInteger(value) || value < least)
      throw new UsageError(`--${name} must be a whole number, ${least} or more${why}.`)
    return value
  }
  const posts = whole('posts', minPosts, ': a smaller forum has no long thread')
  const isLarge = values.large || (task === 'growth' && !values.posts)
  const size = isLarge ? largeSize : values.posts ? sizeOf(posts) : defaultSize
  return {
    task: values.help ? 'help' : task,
    names: [...(isNamed ? positionals : more), values.only].filter((name) => name !== ''),
    against,
    data,
    save: values.save,
    size: {
      posts: size.posts,
      comments: values.comments ? whole('comments', size.posts) : size.comments,
      votes: values.votes ? whole('votes', 2 * size.posts) : size.votes,
    },
    searched: searchedSizeOf(values.posts ? posts : largeSize.posts),
    seconds: whole('seconds', 1),
    accepted: values.accept,
    fresh: values.fresh,
    only: values.only,
    runs: whole('runs', 1),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        against: { type: 'string', default: '' },
        data: { type: 'string', default: '' },
        save: { type: 'boolean', default: false },
        large: { type: 'boolean', default: false },
        posts: { type: 'string' },
        comments: { type: 'string' },
        votes: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '4' },
        accept: { type: 'string', default: encodingsOfBrowsers },
        only: { type: 'string', default: '' },
        runs: { type: 'string', default: '3' },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

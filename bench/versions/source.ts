import { createHash } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discussions } from '../discussions.ts'

/** Where discussions come from: files that the import reads. */
export interface Source {
  /** Different for different contents. */
  readonly name: string
  /** In reports. */
  readonly title: string
  /** @returns paths of the files, written to the folder if they do not exist yet. */
  files(folder: string): readonly string[]
}

const submissions = 20_000
const comments = 60_000
/** Comments of the longest thread, and of one of middle length. */
const [longest, middling] = [4000, 51]

/** Made-up discussions, unequal in length. */
export const madeUp: Source = {
  name: 'made-up',
  title: `${submissions.toLocaleString('en')} made-up posts, ${comments.toLocaleString('en')} comments`,
  files(folder) {
    const file = join(folder, 'discussions.ndjson')
    writeFileSync(file, discussions(submissions, threads()))
    return [file]
  },
}

/** For each comment the number of its submission: later ones have fewer. */
function threads(): number[] {
  const rest = comments - longest - middling
  return [
    ...Array<number>(longest).fill(0),
    ...Array<number>(middling).fill(1),
    ...Array.from({ length: rest }, (_, n) => 2 + Math.floor((submissions - 2) * (n / rest) ** 3)),
  ]
}

/** The dumps in a folder. @throws Error when there are none. */
export function dumpsIn(folder: string): Source {
  const names = readdirSync(folder)
    .filter((name) => /(\.(ndjson|jsonl)(\.gz)?|\.zst)$/.test(name) && !name.includes('.rejects.'))
    .sort()
  if (names.length === 0) throw new Error(`${folder} contains no .ndjson, .ndjson.gz or .zst file.`)
  const paths = names.map((name) => join(folder, name))
  const sizes = paths.map((path) => `${path} ${statSync(path).size}`)
  return {
    name: createHash('sha256').update(sizes.join('\n')).digest('hex').slice(0, 12),
    title: `The discussions of ${names.join(' and ')}`,
    files: () => paths,
  }
}

/** A random number generator with a fixed seed (xorshift): every run creates the same forum. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Function words of English; the search ignores most of them as stop words. */
const smallWords =
  'the and to of a in that is for it on with you this be as have are not or but from at if my they was can all ' +
  'your what just so an there one by do like will about up out when more we get some them which me how has no who ' +
  'would than then other because he their time people only know really also think even much been were could had now ' +
  'good make way his any want into use see its most over too very first need well did here after work being where'

/** Each is a prefix, a middle and an ending, so that the stemmer has something to do. */
const beginnings =
  'ba be bo bra cla co cre da de do dra e fa fi flo fo ga glo gra ha he hi ho i ja ju ka ke kno la le li lo lu ma me ' +
  'mi mo mu na ne no nu o pa pe pi plo po pra qua ra re ri ro sa se shi si slo so spa sta stro su ta te thi to tra tu ' +
  'u va ve vi wa we wi ya ze'
const middles =
  'b bb c ck d dd f ft g gg l ld ll lm lt m mb mm mp n nc nd ng nn nt p pp r rb rd rg rk rl rm rn rr rs rt rv s sk sp ' +
  'ss st t th tt v x z'
const endings =
  'a able ade age al ance and ant ar ate ed el en ence er ers es est et ful ia ic ier ies ily in ine ing ings ion ish ' +
  'ism ist ite ity ive ix le les less ly ment ness o on or ors ory ous s ship sion tion ual um ure us y'

const wordCount = 100_000

/** This many words, the most frequent first. */
function vocabulary(): string[] {
  const [starts, hearts, ends] = [beginnings, middles, endings].map((text) => text.split(' '))
  const random = randomFrom(20_260_102)
  const pick = (from: readonly string[] = []) => from[Math.floor(random() * from.length)] ?? ''
  const words = new Set(smallWords.split(' '))
  while (words.size < wordCount) {
    const isLong = random() < Math.min(0.7, words.size / 20_000)
    const root = pick(starts) + pick(hearts)
    words.add(root + (isLong ? pick(starts).slice(-1) + pick(hearts) : '') + pick(ends))
  }
  return [...words]
}

/** Size of the frequency table: the rarest words still have several entries. */
const tableSize = 2 ** 22

export interface Language {
  /** The most frequent first. */
  readonly words: readonly string[]
  /** One or more sentences of this many words. */
  text(length: number): string
}

/**
 * A vocabulary with the word frequencies of natural language: the word of rank r occurs in proportion to 1 / r (Zipf's
 * law).
 */
export function createLanguage(seed: number): Language {
  const words = vocabulary()
  const weights = words.map((_word, rank) => 1 / (rank + 1))
  const sum = weights.reduce((all, one) => all + one, 0)
  const table = new Uint32Array(tableSize)
  let [end, reached] = [0, 0]
  for (const [rank, weight] of weights.entries()) {
    reached += weight / sum
    const next = Math.round(reached * tableSize)
    table.fill(rank, end, next)
    end = next
  }
  const random = randomFrom(seed)
  return {
    words,
    text(length) {
      let [text, isBeginning] = ['', true]
      for (let left = length; left > 0; left -= 1) {
        const word = words[table[Math.floor(random() * tableSize)] ?? 0] ?? ''
        text += isBeginning ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word
        isBeginning = random() < 0.07
        text += left === 1 ? '.' : isBeginning ? '. ' : ' '
      }
      return text
    },
  }
}

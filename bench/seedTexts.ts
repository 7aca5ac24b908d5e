import { excerptOf } from '../server/platform/markdown/excerpt.ts'
import { renderMarkdown } from '../server/platform/markdown/render.ts'

const words = (
  'the of and to in a is that it was for on are with as they at be this have from or one had by but not what all ' +
  'were we when your can said there use an each which she do how their if will up other about out many then them ' +
  'these so some her would make like him into time has look two more write go see number no way could people my ' +
  'than first water been call who oil its now find long down day did get come made may part soil tomato winter ' +
  'garden compost bicycle chain gear brake climbing rope kettle coffee grinder espresso bread flour yeast oven ' +
  'keyboard compiler database index query migration release kernel driver camera lens aperture shutter film novel ' +
  'chapter author translation poem museum violin orchestra guitar amplifier synthesiser record election council ' +
  'railway timetable tram station harbour ferry island mountain trail shelter glacier weather forecast telescope ' +
  'nebula satellite battery solar inverter heating insulation window carpenter chisel plane varnish'
).split(' ')

/** A xorshift generator with a fixed seed, so that every forum has the same texts. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const next = (from: (below: number) => number) => {
  // The smaller of two draws, so that the first words are frequent, as in natural language.
  const index = Math.min(from(words.length), from(words.length))
  return words[index] as string
}

function sentence(from: (below: number) => number): string {
  const text = Array.from({ length: 5 + from(18) }, () => next(from)).join(' ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}

function paragraph(from: (below: number) => number): string {
  const text = Array.from({ length: 1 + from(5) }, () => sentence(from)).join(' ')
  if (from(6) === 0) return `> ${text}`
  if (from(8) === 0) return `- ${text}\n- **${next(from)}** ${sentence(from)}\n- \`${next(from)}\``
  if (from(5) === 0) return `${text} See [${next(from)}](https://example.com/${next(from)}/${from(9999)}).`
  return text
}

export interface SeedText {
  readonly title: string
  readonly body: string
  readonly html: string
  readonly excerpt: string
}

/** Markdown texts of one to eight paragraphs, most of them short, each with its HTML and excerpt. */
export function seedTexts(count: number): SeedText[] {
  const from = numbersFrom(20_260_101)
  return Array.from({ length: count }, () => {
    const paragraphs = 1 + Math.min(from(8), from(8), from(8))
    const body = Array.from({ length: paragraphs }, () => paragraph(from)).join('\n\n')
    const title = sentence(from).slice(0, -1)
    return { title, body, html: renderMarkdown(body), excerpt: excerptOf(body) }
  })
}

import type { seededRandom } from './random.ts'

type Random = ReturnType<typeof seededRandom>

const words = [
  'heron',
  'Straße',
  '鳥を見た',
  'ציפור',
  'طائر',
  '🦉',
  'a < b & c',
  '"quoted"',
  '&amp;',
  '&#x200B;',
  '1. first',
  '# no heading',
  '\\*plain\\*',
  '@tree_bert',
  '/texts',
  'https://a.example/x?a=1&b=%22#c',
  'www.a.example',
  '<b>bold</b>',
  '<script>alert(1)</script>',
  ']]>',
  '--',
  '|',
  '$5',
  'e\u0301',
  '\u00a0',
]

const inline: readonly ((inside: string, random: Random) => string)[] = [
  (inside) => `*${inside}*`,
  (inside) => `**${inside}**`,
  (inside) => `~~${inside}~~`,
  (inside) => `\`${inside}\``,
  (inside) => `[${inside}](about)`,
  (inside) => `[${inside}](https://b.example/?q=1&r=2 "title")`,
  (inside) => `![${inside}](https://b.example/x.png)`,
  (inside) => `${inside}<br>${inside}`,
  (inside) => `${inside}[^note]`,
  (inside) => `>!${inside}!<`,
]

/** A line of words with marks in marks. */
function line(random: Random, depth: number): string {
  const parts = Array.from({ length: random.pick([1, 2, 3]) }, () =>
    depth > 0 && random.chance(0.5)
      ? random.pick(inline)(line(random, depth - 1), random)
      : random.pick(words),
  )
  return parts.join(random.pick([' ', ' ', '', '  \n', '\n']))
}

const indented = (text: string, by: string) => text.replace(/^/gm, by)

const blocks: readonly ((random: Random, depth: number) => string)[] = [
  (random) => line(random, 2),
  (random) => `${'#'.repeat(random.pick([1, 2, 6]))} ${line(random, 1).replaceAll('\n', ' ')}`,
  (random) => `\`\`\`${random.pick(['', 'js', 'nothing'])}\n${line(random, 1)}\n\`\`\``,
  (random) => indented(line(random, 1), '    '),
  (random) => `| a | b |\n|:-:|--:|\n| ${line(random, 1).replaceAll('\n', ' ')} | c |`,
  () => '---',
  (random) => `<div>${line(random, 1)}</div>`,
  (random, depth) => indented(tree(random, depth - 1), '> '),
  (random, depth) => `- ${indented(tree(random, depth - 1), '  ').trimStart()}\n- ${line(random, 1)}`,
  (random, depth) => `3. ${indented(tree(random, depth - 1), '   ').trimStart()}`,
  (random, depth) => indented(tree(random, depth - 1), '>! '),
]

/** Blocks of Markdown in blocks, up to this depth. */
function tree(random: Random, depth: number): string {
  const kinds = depth > 0 ? blocks : blocks.slice(0, 7)
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(kinds)(random, depth)).join(
    '\n\n',
  )
}

/** A text in Markdown with everything in everything, the same for the same state of `random`. */
export function markdownTree(random: Random): string {
  const text = tree(random, 3)
  return text.includes('[^note]') ? `${text}\n\n[^note]: ${line(random, 1).replaceAll('\n', ' ')}` : text
}

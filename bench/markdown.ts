import { renderMarkdown } from '../server/platform/markdown/render.ts'
import { hostileMarkdown, hostileTextLength } from './hostileMarkdown.ts'

const ordinaryParagraph =
  'A **bold** word, a [link](https://example.com/page) and `code`; www.example.com is *found* too.\n\n' +
  '- first\n- [x] second\n  1. nested\n\n> quoted text\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n'

/**
 * Times the rendering of every hostile text and of an ordinary one of the same length, slowest first. The limit is 50 ms.
 *
 * @param rounds how often each is rendered; the fastest round counts, because slower ones measure the load of the machine.
 * @returns milliseconds, and the length of the HTML in characters.
 */
export function measureMarkdown(rounds = 10): { name: string; milliseconds: number; htmlLength: number }[] {
  const ordinary = ordinaryParagraph.repeat(200).slice(0, hostileTextLength)
  return [{ name: 'an ordinary text', text: ordinary }, ...hostileMarkdown()]
    .map(({ name, text }) => {
      let [milliseconds, htmlLength] = [Number.POSITIVE_INFINITY, 0]
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now()
        htmlLength = renderMarkdown(text).length
        milliseconds = Math.min(milliseconds, performance.now() - startedAt)
      }
      return { name, milliseconds, htmlLength }
    })
    .sort((a, b) => b.milliseconds - a.milliseconds)
}

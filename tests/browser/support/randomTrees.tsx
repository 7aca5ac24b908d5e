import { Fragment, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { followTranslators } from '../../../web/device/translatedTexts.ts'

/** Numbers from 0 up to 1, the same ones for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const bold = (word: string) => <b>{word}</b>
const other = <i>other</i>
const part = (facts: Parameters<typeof Part>[0]) => <Part {...facts} />
const names = ['a', 'b', 'c', 'd']

/** A part of a page at one moment: the shape depends on the seed, texts and conditions also on the moment. */
function Part({ seed, moment, depth }: { seed: number; moment: number; depth: number }): ReactNode {
  const shape = randomFrom(seed)
  const now = randomFrom(seed * 31 + moment)
  const children = Array.from({ length: 1 + Math.floor(shape() * 4) }, (_, index): ReactNode => {
    const kind = Math.floor(shape() * 7)
    const word = `w${index}${Math.floor(now() * 3)} `
    const isThere = now() < 0.5
    if (kind === 0) return 'fixed '
    if (kind === 1) return word
    if (kind === 2) return isThere && word
    if (kind === 3) return isThere && bold(word)
    if (kind === 4) return isThere ? word : other
    if (kind === 5) return Math.floor(now() * 3)
    return depth > 2 ? null : part({ seed: Math.floor(shape() * 1e6), moment, depth: depth + 1 })
  })
  const [a, b, c, d] = children
  if (shape() < 0.3) {
    // Parts that change places.
    const keyed = children.map((child, index) => <Fragment key={names[index]}>{child}</Fragment>)
    return <p>{now() < 0.5 ? keyed : keyed.reverse()}</p>
  }
  const inside = (
    <>
      {a}
      {b}
      {c}
      {d}
    </>
  )
  return shape() < 0.7 ? <p>{inside}</p> : inside
}

/** Markup without what the translator added. */
const plain = (element: Element) => element.innerHTML.replace(/<\/?font>|~|<!-- -->/g, '')

declare global {
  interface Window {
    /** @returns what differs between a translated tree and the same one without a translator; null for nothing. */
    compareTrees(seed: number): Promise<string | null>
  }
}

followTranslators(document.body)

window.compareTrees = async (seed) => {
  const places = [document.createElement('div'), document.createElement('div')] as const
  document.body.replaceChildren(places[0])
  const roots = [createRoot(places[0]), createRoot(places[1])] as const
  for (let moment = 0; moment < 6; moment += 1) {
    for (const root of roots) flushSync(() => root.render(<Part seed={seed} moment={moment} depth={0} />))
    // The translator's turn.
    await new Promise((resolve) => setTimeout(resolve))
    const [translated, original] = places.map(plain)
    if (translated !== original) return `${seed}, ${moment}: ${translated} instead of ${original}`
  }
  for (const root of roots) flushSync(() => root.unmount())
  return places[0].innerHTML || null
}

import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rememberedScroll } from '../../device/scrollMemory.ts'
import { type ShownPage, useShownPage } from '../../router/page.ts'
import { phoneMedia } from '../../ui/phone.ts'

const commentsAtOnce = { desktop: 20, phone: 5 } as const
const commentsPerBatch = { desktop: 40, phone: 20 } as const
const batchDelayMs = { desktop: 100, phone: 250 } as const

/** How many comments may be rendered. The server cannot know the device, so its HTML serves both. */
interface RenderBudget {
  readonly budget: number
  readonly phoneBudget: number
}

/**
 * Incremental rendering of a discussion: a few comments at once, then batches in reading order, until all loaded
 * comments are rendered. Comments loaded afterwards are rendered at once.
 *
 * The server renders them all, for readers without JavaScript. On the first page of a visit they are therefore all in
 * the document, and the style sheet hides those beyond the budget, so nothing below them shifts.
 *
 * @param total how many comments are loaded.
 * @param minimum how many are always rendered at once.
 */
export function useRenderBudget(total: number, minimum: number) {
  const { arrival, key } = useShownPage()
  const [isServerRendered] = useState(arrival === 'first')
  const frame = useRef<HTMLDivElement>(null)
  const [budgets, setBudgets] = useState(() => initialBudgets({ total, minimum, arrival }))
  const { budget, phoneBudget } = budgets

  useLayoutEffect(() => {
    if (!isServerRendered) return
    if (rememberedScroll(key) > 0) {
      // The window will be scrolled to its previous position, so everything must be visible before the next render.
      frame.current?.removeAttribute('data-incremental')
      setBudgets(onEveryDevice(Number.POSITIVE_INFINITY))
    } else setBudgets(({ budget, phoneBudget }) => onEveryDevice(isPhone() ? phoneBudget : budget))
  }, [isServerRendered, key])

  const isComplete = budget >= total && phoneBudget >= total
  useEffect(() => {
    if (budget === Number.POSITIVE_INFINITY) return
    if (isComplete) return setBudgets(onEveryDevice(Number.POSITIVE_INFINITY))
    const device = isPhone() ? 'phone' : 'desktop'
    const timer = setTimeout(
      () => startTransition(() => setBudgets(onEveryDevice(budget + commentsPerBatch[device]))),
      batchDelayMs[device],
    )
    return () => clearTimeout(timer)
  }, [budget, isComplete])

  return { budget, phoneBudget, isServerRendered, isComplete, frame }
}

function initialBudgets(page: {
  total: number
  minimum: number
  arrival: ShownPage['arrival']
}): RenderBudget {
  const initial = (device: 'desktop' | 'phone') => Math.max(commentsAtOnce[device], page.minimum)
  // A back step restores the scroll position, which needs the whole page.
  if (page.arrival === 'back' || page.total <= initial('phone'))
    return onEveryDevice(Number.POSITIVE_INFINITY)
  if (page.arrival === 'forward') return onEveryDevice(initial(isPhone() ? 'phone' : 'desktop'))
  return { budget: initial('desktop'), phoneBudget: initial('phone') }
}

const onEveryDevice = (budget: number): RenderBudget => ({ budget, phoneBudget: budget })

const isPhone = () => matchMedia(phoneMedia).matches

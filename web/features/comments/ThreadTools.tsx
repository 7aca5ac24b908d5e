import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { isCommentSort } from '../../data/comments/commentSort.ts'
import { useNewComments } from '../../data/comments/newComments.ts'
import { rememberSortOfMember } from '../../data/comments/rememberSort.ts'
import { remembered, sortOnDevice } from '../../device/remembered.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { phoneMedia } from '../../ui/phone.ts'
import { collapseAll } from './collapseAll.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadTools.module.css'
import { countNew, keepInView, stepTo, untilShown } from './threadSteps.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** Buttons for the next and previous thread, the next new comment, and to collapse all. Loaded after the page. */
export default function ThreadTools({ newComments, ids }: { newComments: number; ids: readonly string[] }) {
  const toNew = useStepsToNew(newComments)
  const [isCollapsed, setIsCollapsed] = useState(false)
  const isWriting = useIsWriting()
  const isReading = useIsReading()
  const { isOpen, isStepping, handlers } = useOneButton()
  const collapseLabel = isCollapsed ? t('Expand all') : t('Collapse all')
  useRememberedSort()
  return (
    // The focus stays on the reached comment, from which the next step continues.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus; the buttons are inside.
    <div
      className={styles.tools}
      data-hidden={isReading && !isWriting ? undefined : ''}
      data-open={isOpen ? '' : undefined}
      data-stepping={isOpen || isStepping ? '' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      {...handlers}
    >
      {newComments > 0 && (
        <button
          type="button"
          className={styles.next}
          data-key="u"
          aria-label={t('Next new comment, {count, number} new', { count: newComments })}
          aria-busy={toNew.isLoading || undefined}
          onClick={toNew.step}
        >
          {t('Next new')}
        </button>
      )}
      <button
        type="button"
        className={classNames(styles.step, 'tip')}
        data-key="f"
        aria-label={collapseLabel}
        onClick={() => {
          keepInView(() => collapseAll(ids, !isCollapsed))
          setIsCollapsed(!isCollapsed)
        }}
      >
        <Icon name={isCollapsed ? 'expand' : 'collapse'} size={18} />
      </button>
      <button
        type="button"
        className={classNames(styles.step, 'tip')}
        data-key="p"
        aria-label={t('Previous thread')}
        onClick={() => stepTo('thread', -1)}
      >
        <Icon name="chevron-up" size={18} />
      </button>
      <button
        type="button"
        className={classNames(styles.always, 'tip')}
        data-key="n"
        aria-label={t('Next thread')}
        onClick={() => stepTo('thread', 1)}
      >
        <Icon name="chevron-down" size={18} />
      </button>
    </div>
  )
}

/**
 * On phones there is one button, which leads to the next thread; a long press shows the others. It goes away while the reader scrolls
 * down, except by its own steps.
 */
function useOneButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [isStepping, setIsStepping] = useState(false)
  useEffect(() => {
    if (!isStepping && !isOpen) return
    const rest = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`.${styles.tools}`)) return
      setIsStepping(false)
      setIsOpen(false)
    }
    addEventListener('touchstart', rest, { passive: true })
    return () => removeEventListener('touchstart', rest)
  }, [isStepping, isOpen])
  return {
    isOpen,
    isStepping,
    handlers: {
      onClick: () => setIsStepping(true),
      // What phones send for a long press.
      onContextMenu: (event: MouseEvent) => {
        if (!matchMedia(phoneMedia).matches) return
        event.preventDefault()
        setIsOpen(true)
      },
    },
  }
}

/**
 * Steps to the next new comment. The first step loads those that are not on the page yet, because they may come before the others; if
 * that fails, the next step tries again.
 */
function useStepsToNew(count: number) {
  const { threadParams, lastVisitAt } = useDiscussion()
  const load = useNewComments(threadParams, useNotifyCommentFailure())
  const step = async () => {
    if (lastVisitAt !== null && !load.isPending && !load.isSuccess && count > countNew()) {
      await load.mutateAsync(lastVisitAt).catch(() => {})
      await untilShown(() => countNew() >= count)
    }
    stepTo('new', 1)
  }
  return { step, isLoading: load.isPending }
}

/** Whether a text is being written. The style sheet could ask `:has(textarea:focus)` only of the whole page, which is slow. */
function useIsWriting(): boolean {
  const [isWriting, setIsWriting] = useState(false)
  useEffect(() => {
    const note = ({ type, target }: FocusEvent) =>
      setIsWriting(type === 'focusin' && target instanceof HTMLTextAreaElement)
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', note)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', note)
    }
  }, [])
  return isWriting
}

/** Whether the threads are in the upper half of the window. */
function useIsReading(): boolean {
  const [isReading, setIsReading] = useState(false)
  useEffect(() => {
    const threads = document.querySelector('#comments [data-threads]')
    if (!threads) return
    const observer = new IntersectionObserver(
      (entries) => setIsReading(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '0px 0px -50%' },
    )
    observer.observe(threads)
    return () => observer.disconnect()
  }, [])
  return isReading
}

/**
 * Keeps the order last chosen on this device, and for members, stores it with the account. The URL of a guest without an order
 * gets it here, because the server does not know it.
 */
function useRememberedSort(): void {
  const { viewerId } = useDiscussion()
  const { path, search } = useShownPage()
  const { navigate } = useNavigator()
  const queryClient = useQueryClient()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const shown = query.get('sort')
    const sort = remembered(sortOnDevice)
    if (!isCommentSort(sort)) return
    if (viewerId !== null) {
      // The page has that order anyway, so a failure is not shown.
      if (shown === sort) rememberSortOfMember(queryClient, sort).catch(() => {})
    } else if (shown === null && !query.has('next') && sort !== 'best') {
      query.set('sort', sort)
      navigate(`${path}?${query}`, { replace: true })
    }
  }, [viewerId, path, search, navigate, queryClient])
}

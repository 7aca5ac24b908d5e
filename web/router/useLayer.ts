import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigator } from './navigator.ts'

interface Layer {
  readonly isOpen: boolean
  open(): void
  close(): void
}

/**
 * A layer over the page that belongs to a component: a back step closes it and stays on the page. It closes
 * with its component.
 *
 * @param isGuarded whether it has a form of the page: a back step asks first, while `useConfirmLeave` protects what is unsaved.
 */
export function useLayer(isGuarded = false): Layer {
  const navigator = useNavigator()
  const [isOpen, setIsOpen] = useState(false)
  const wasClosed = useRef(true)
  const hide = useCallback(() => {
    wasClosed.current = true
    setIsOpen(false)
  }, [])
  const open = useCallback(() => {
    wasClosed.current = false
    navigator.openLayer(hide, isGuarded)
    setIsOpen(true)
  }, [navigator, hide, isGuarded])
  const close = useCallback(() => {
    // A dialog may report twice that it was closed; a second step back would leave the page.
    if (wasClosed.current) return
    hide()
    navigator.closeLayer(hide)
  }, [navigator, hide])
  useEffect(() => close, [close])
  return useMemo(() => ({ isOpen, open, close }), [isOpen, open, close])
}

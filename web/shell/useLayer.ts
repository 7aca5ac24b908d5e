import { useRef, useState } from 'react'
import { useNavigator } from '../navigation.ts'

interface Layer {
  readonly isOpen: boolean
  open(): void
  close(): void
}

/** For something that a component lays over the page: a back step takes it away and leaves the page where it is. */
export function useLayer(): Layer {
  const navigator = useNavigator()
  const [isOpen, setIsOpen] = useState(false)
  const wasClosed = useRef(true)
  const hide = () => {
    wasClosed.current = true
    setIsOpen(false)
  }
  return {
    isOpen,
    open() {
      wasClosed.current = false
      navigator.openLayer(hide)
      setIsOpen(true)
    },
    close() {
      // A dialog may report twice that it was closed; a second step back would leave the page.
      if (wasClosed.current) return
      hide()
      navigator.closeLayer()
    },
  }
}

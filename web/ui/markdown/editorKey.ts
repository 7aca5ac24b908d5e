interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** The action of a key in an editor: Ctrl or ⌘ with Enter submits, Escape closes an empty editor. */
export function editorKey({ key, ctrlKey, metaKey }: Press, text: string): 'submit' | 'cancel' | null {
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'submit'
  if (key === 'Escape' && text === '') return 'cancel'
  return null
}

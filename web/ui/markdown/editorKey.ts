interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** What a key pressed in an editor means: Ctrl or ⌘ with Enter submits, Escape leaves an editor that is empty. */
export function editorKey({ key, ctrlKey, metaKey }: Press, text: string): 'submit' | 'cancel' | null {
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'submit'
  if (key === 'Escape' && text === '') return 'cancel'
  return null
}

import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { TextSkeleton } from '../feedback/Skeleton.tsx'
import { Markdown } from './Markdown.tsx'
import styles from './MarkdownEditor.module.css'

interface MarkdownPreviewProps {
  source: string
  /** Renders it as the server would. */
  preview: (source: string) => Promise<string>
}

/** What the server makes of a text. While it answers, what it made of the text before stays. */
export function MarkdownPreview({ source, preview }: MarkdownPreviewProps) {
  const [html, setHtml] = useState<string | null>(null)
  const [state, setState] = useState<'waiting' | 'failed' | 'shown'>('waiting')
  const [attempt, setAttempt] = useState(0)
  const render = useEffectEvent(() => preview(source))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text and attempt is rendered.
  useEffect(() => {
    let isCurrent = true
    setState('waiting')
    const show = (state: 'failed' | 'shown', html?: string) => {
      if (!isCurrent) return
      setState(state)
      if (html !== undefined) setHtml(html)
    }
    if (source.trim() === '') show('shown', '')
    else
      render().then(
        (html) => show('shown', html),
        () => show('failed'),
      )
    return () => {
      isCurrent = false
    }
  }, [source, attempt])
  return (
    <div className={styles.preview} aria-busy={state === 'waiting'}>
      {state === 'failed' ? (
        <p className={styles.failed} role="alert">
          The preview could not be loaded.{' '}
          <Button small onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </p>
      ) : html === null ? (
        <TextSkeleton />
      ) : (
        <Markdown html={html} />
      )}
    </div>
  )
}

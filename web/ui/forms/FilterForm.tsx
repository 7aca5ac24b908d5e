import type { FormEvent, ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import styles from './FilterForm.module.css'

interface FilterFormProps {
  /** The path of the list, without its filters. */
  path: string
  isNarrowed: boolean
  onSubmit: () => void
  /** Further buttons. */
  buttons?: ReactNode
  /** The fields; the first may have long options. */
  children: ReactNode
}

/** What narrows a list, above it. A plain form, so that it works without JavaScript. */
export function FilterForm({ path, isNarrowed, onSubmit, buttons, children }: FilterFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form action={path} className={styles.filter} onSubmit={submit}>
      {children}
      <div className={styles.buttons}>
        <Button type="submit">{t('Show')}</Button>
        {isNarrowed && (
          <Button variant="soft" href={path}>
            {t('Clear filters')}
          </Button>
        )}
        {buttons}
      </div>
    </form>
  )
}

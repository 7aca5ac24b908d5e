import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { PostType } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Tabs } from '../../ui/navigation/Tabs.tsx'
import styles from './PostForm.module.css'

interface PostFormProps {
  heading: string
  type: PostType
  /** Without it the type is fixed. */
  onType?: (type: PostType) => void
  isBusy: boolean
  /** The form for browsers without scripts. */
  withoutScript: string
  /** The target of "Cancel". */
  wayOut: string
  onSubmit: () => void
  /** Shown above the form. */
  notice?: ReactNode
  /** Covers the form, e.g. while files are dragged over it. */
  overlay?: ReactNode
  /** Beside the buttons. */
  options?: ReactNode
  /** The fields. */
  children: ReactNode
}

const typesOf = () =>
  [
    { name: 'text', label: t('Text') },
    { name: 'image', label: t('Image') },
    { name: 'link', label: t('Link') },
  ] as const

/** The frame of the forms for new and edited posts. Ctrl+Enter submits from every field. */
export function PostForm(props: PostFormProps) {
  const {
    heading,
    type,
    onType,
    isBusy,
    wayOut,
    withoutScript,
    onSubmit,
    notice,
    overlay,
    options,
    children,
  } = props
  const { navigate } = useNavigator()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isBusy) onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    const { target } = event
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      submit()
      // Enter in the title does not submit, because people press it by habit.
    } else if (target instanceof HTMLInputElement && target.type !== 'file') event.preventDefault()
  }
  return (
    <Card as="section" className={styles.card}>
      <h1 className={styles.heading}>{heading}</h1>
      {notice}
      <noscript>
        <Banner
          icon="info"
          action={
            <Button href={withoutScript} variant="main">
              {t('Open the basic form')}
            </Button>
          }
        >
          {t("This form needs JavaScript. The basic form doesn't, but you can't add images there.")}
        </Banner>
      </noscript>
      <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <Tabs
          label={t('Post type')}
          tabs={typesOf().map((tab) => ({ ...tab, disabled: onType === undefined }))}
          selected={type}
          onSelect={(type) => onType?.(type)}
        >
          <div className={styles.fields}>
            {children}
            <div className={styles.foot}>
              <div>{options}</div>
              <div className={styles.buttons}>
                <Button variant="soft" onClick={() => navigate(wayOut)}>
                  {t('Cancel')}
                </Button>
                <Button type="submit" variant="main" busy={isBusy}>
                  {t('Submit')}
                </Button>
              </div>
            </div>
          </div>
        </Tabs>
      </form>
      {overlay}
    </Card>
  )
}

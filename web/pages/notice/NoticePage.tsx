import { type FormEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useSendNotice } from '../../data/moderation/notices.ts'
import { refusalText } from '../../features/failures/refusalText.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './Notice.module.css'

const empty = { text: '', ground: '', country: '', name: '', email: '' }

/** The form with which everyone notifies the admins of unlawful content. */
export default function NoticePage() {
  const address = new URLSearchParams(useShownPage().search).get('address') ?? ''
  const viewer = useViewer()
  return (
    <CardPage title={t('Report illegal content')} wide>
      <p className={styles.text}>
        {rich(
          "For content that breaks the law. You'll get a confirmation, then a decision with reasons. For spam, rudeness or broken rules, use <em>Report</em>.",
          { em: (inside) => <em>{inside}</em> },
        )}
      </p>
      {viewer && (
        <noscript>
          <p>
            <a href={`${formPath('notice')}?${new URLSearchParams({ address })}`}>
              {t('Continue without JavaScript')}
            </a>
          </p>
        </noscript>
      )}
      <NoticeForm address={address} isGuest={!viewer} />
      <p className={styles.facts}>
        {rich(
          'Only admins can read this. Your name and email are deleted six months after the decision. <link>Privacy</link>',
          { link: (inside) => <Link href="/privacy-policy">{inside}</Link> },
        )}
      </p>
    </CardPage>
  )
}

function NoticeForm({ address: given, isGuest }: { address: string; isGuest: boolean }) {
  const { navigate } = useNavigator()
  const send = useSendNotice(isGuest)
  const [address, setAddress] = useState(given)
  const [fields, setFields] = useState(empty)
  const [isChildAbuse, setIsChildAbuse] = useState(false)
  const [isInGoodFaith, setIsInGoodFaith] = useState(false)
  const [mistake, setMistake] = useState<string | null>(null)
  const field = (name: keyof typeof empty) => ({
    name,
    value: fields[name],
    onChange: (value: string) => setFields((old) => ({ ...old, [name]: value })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    setMistake(null)
    send.mutate(
      { address, ...fields, isChildAbuse, isInGoodFaith },
      {
        onSuccess: ({ number, key }) =>
          navigate(`/notice/${number}${key === null ? '' : `?${new URLSearchParams({ key })}`}`),
        onError: (error) => setMistake(refusalText(error)),
      },
    )
  }
  return (
    <form
      className="stack"
      // Without scripts, and before they have arrived.
      {...(import.meta.env.SSR && isGuest && { method: 'post', action: formPath('notice') })}
      onSubmit={submit}
      noValidate
    >
      <TextField
        label={t('What are you reporting?')}
        hint={t('Link to the post, comment, profile or community.')}
        name="address"
        inputMode="url"
        autoComplete="off"
        value={address}
        onChange={setAddress}
      />
      <TextArea
        {...field('text')}
        label={t('Why is it illegal?')}
        rows={4}
        maxLength={limits.noticeMaxLength}
      />
      <TextField
        {...field('ground')}
        label={t('Law (optional)')}
        hint={t('If you know which one.')}
        autoComplete="off"
        maxLength={limits.noticeGroundMaxLength}
      />
      <TextField
        {...field('country')}
        label={t('Country (optional)')}
        autoComplete="country-name"
        maxLength={limits.noticeCountryMaxLength}
      />
      <Checkbox
        name="isChildAbuse"
        value="yes"
        label={t('It shows child sexual abuse')}
        hint={t('If so, you can stay anonymous.')}
        checked={isChildAbuse}
        onChange={setIsChildAbuse}
      />
      {isGuest && (
        <>
          <TextField
            {...field('name')}
            label={isChildAbuse ? t('Your name (optional)') : t('Your name')}
            autoComplete="name"
            maxLength={limits.noticeNameMaxLength}
          />
          <TextField
            {...field('email')}
            label={isChildAbuse ? t('Your email (optional)') : t('Your email')}
            type="email"
            autoComplete="email"
          />
        </>
      )}
      <Checkbox
        name="isInGoodFaith"
        value="yes"
        label={t('To my knowledge, this is accurate and complete')}
        checked={isInGoodFaith}
        onChange={setIsInGoodFaith}
      />
      <Mistake text={mistake} />
      <div>
        <Button variant="main" type="submit" busy={send.isPending}>
          {t('Send')}
        </Button>
      </div>
    </form>
  )
}

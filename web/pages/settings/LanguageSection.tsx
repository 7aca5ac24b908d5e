import { useContext } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { isLanguage, languages } from '../../../contract/languages.ts'
import { t } from '../../../contract/texts/t.ts'
import { useSaveSettings } from '../../data/account/settings.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Section } from '../../ui/layout/Section.tsx'

const ofBrowser = 'browser'

/** The language of pages and mails. It is saved at once, and the page loads again in it. */
export function LanguageSection({ viewer }: { viewer: User }) {
  const { languages: offered } = useContext(SiteContext)
  const save = useSaveSettings()
  const notifyFailure = useNotifyFailure()
  if (!offered) return null
  return (
    <Section id="language" title={t('Language')}>
      <Select
        label={t('Language')}
        hint={t('For pages, emails and notifications.')}
        value={offered.find((one) => one === viewer.language) ?? ofBrowser}
        disabled={save.isPending}
        onChange={(chosen) =>
          save.mutate(
            { language: isLanguage(chosen) ? chosen : null },
            { onSuccess: () => location.reload(), onError: notifyFailure },
          )
        }
        options={[
          { value: ofBrowser, label: t("Your browser's language") },
          ...offered.map((value) => ({ value: value as string, label: languages[value].name })),
        ]}
      />
    </Section>
  )
}

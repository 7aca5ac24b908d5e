import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useTickChecklist } from '../../data/admin/checklist.ts'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { StepFoot, StepHead } from '../../ui/layout/StepHead.tsx'
import { LogoPicture } from './LogoSection.tsx'
import { CommunitiesStep } from './setup/CommunitiesStep.tsx'
import { SettingsStepForm } from './setup/SettingsStepForm.tsx'
import styles from './setup/Setup.module.css'
import { lookStep, settingsSteps } from './setup/steps.ts'

const firstStep = (search: string): number => {
  const step = Number(new URLSearchParams(search).get('step'))
  return step >= 1 && step <= stepCount ? step - 1 : 0
}

const stepCount = settingsSteps.length + 1

/** The set-up of a new site by the first admin, step by step. Everything can be skipped, and changed later. */
export default function SetupPage() {
  const viewer = useViewer()
  const { search } = useShownPage()
  const [step, setStep] = useState(() => firstStep(search))
  const [isLogoNew, setIsLogoNew] = useState(false)
  const tick = useTickChecklist()
  if (!viewer?.isAdmin) return <Forbidden />
  const back = step === 0 ? null : () => setStep(step - 1)
  // What every page shows is part of its document.
  const next = (isSeen = false) =>
    isSeen ? location.assign(`/admin/setup?step=${step + 2}`) : setStep(step + 1)
  const settings = settingsSteps[step]
  return (
    <PageLayout>
      <Head title={t('Set up your forum')} noindex />
      <noscript>
        <Card padded>
          <p>{t('Setup needs JavaScript. Turn it on for this site and reload the page.')}</p>
        </Card>
      </noscript>
      <NeedsScript>
        {settings ? (
          <SetupStep key={step} number={step + 1} title={settings.title()} hint={settings.hint()}>
            {settings === lookStep && <LogoPicture onChanged={() => setIsLogoNew(true)} />}
            <SettingsStepForm
              step={settings}
              onBack={back}
              onDone={(isChanged) =>
                next(settings.changesAllPages === true && (isChanged || (settings === lookStep && isLogoNew)))
              }
            />
          </SetupStep>
        ) : step < stepCount ? (
          <SetupStep
            key={step}
            number={step + 1}
            title={t('Create your first communities')}
            hint={t("You'll moderate them. You can rename them later.")}
          >
            <CommunitiesStep onBack={() => setStep(step - 1)} onDone={() => next()} />
          </SetupStep>
        ) : (
          <SetupStep
            key={step}
            number={null}
            title={t('Your forum is ready')}
            hint={t(
              'You can change any of this later in the admin dashboard. The home page has a short to-do list.',
            )}
          >
            <StepFoot>
              <span className={styles.back}>
                <Button icon="back" variant="soft" onClick={() => setStep(step - 1)}>
                  {t('Back')}
                </Button>
              </span>
              <Button
                variant="main"
                busy={tick.isPending}
                // Name and description are part of every page, so the page is reloaded.
                onClick={() => tick.mutate('setup', { onSettled: () => location.assign('/') })}
              >
                {t('Open my forum')}
              </Button>
            </StepFoot>
          </SetupStep>
        )}
      </NeedsScript>
    </PageLayout>
  )
}

interface SetupStepProps {
  title: string
  hint: string
  /** null after the last one. */
  number: number | null
  children: ReactNode
}

function SetupStep({ number, title, hint, children }: SetupStepProps) {
  // Newer browsers return a promise, which is no clean-up.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <Card as="section" padded className={styles.card} aria-labelledby="setup-title">
      <StepHead
        level="h1"
        id="setup-title"
        title={title}
        steps={
          number === null
            ? ''
            : t('Set up your forum · step {number, number} of {count, number}', { number, count: stepCount })
        }
        hint={hint}
      />
      {children}
    </Card>
  )
}

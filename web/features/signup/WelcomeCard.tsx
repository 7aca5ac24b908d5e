import { useContext } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import styles from './WelcomeCard.module.css'

/** Welcomes members with a link to write a post, and tells guests what an account is for. */
export function WelcomeCard() {
  const site = useContext(SiteContext)
  const { user, communityCreationOpen, awaitsFirstAdmin, hasCommunities } = useInitial()
  const dialogs = useDialogs()
  return (
    <Card as="section" padded className="stack">
      <h2 className={styles.title}>
        {user
          ? t('Welcome, {username}', { username: user.username })
          : t('Welcome to {site}', { site: site.name })}
      </h2>
      <p className="quiet">
        <bdi>{isolated(site.description)}</bdi>
      </p>
      {user ? (
        hasCommunities && (
          <Button href="/new" variant="main" icon="add" wide>
            {t('Create post')}
          </Button>
        )
      ) : (
        // The button for signing up is in the top bar.
        <p className="quiet">
          {awaitsFirstAdmin
            ? t('The first account becomes the admin.')
            : t('Create an account to post, comment and vote.')}
        </p>
      )}
      {user && (user.isAdmin || communityCreationOpen) && (
        <Button
          wide
          {...(!hasCommunities && { variant: 'main', icon: 'add' })}
          onClick={() => dialogs.open('create-community')}
        >
          {t('Create community')}
        </Button>
      )}
    </Card>
  )
}

/** What phones have of it, beside the orders of the feed. */
export function NarrowWelcome() {
  const { user, hasCommunities } = useInitial()
  const dialogs = useDialogs()
  // Nobody can post without a community; the empty feed explains that.
  if (user && !hasCommunities) return null
  return (
    <span className={styles.narrow}>
      {user ? (
        <Button href="/new" variant="main" icon="add" small>
          <span className={styles.create}>{t('Create post')}</span>
        </Button>
      ) : (
        <NeedsScript>
          <span className={styles.signup}>
            <Button variant="main" small onClick={() => dialogs.open('signup')}>
              {t('Create account')}
            </Button>
          </span>
        </NeedsScript>
      )}
    </span>
  )
}

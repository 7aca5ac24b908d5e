import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useId, useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { SiteContext } from '../../data/account/site.ts'
import { communitiesQuery } from '../../data/communities/communities.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { aboutExcerpt } from '../communities/aboutText.ts'
import { CommunityAvatar } from '../communities/CommunityAvatar.tsx'
import { MemberCount } from '../communities/MemberCount.tsx'
import { Loading } from '../failures/Loading.tsx'
import { type Choices, isChosen } from './chosen.ts'
import { offeredFirst } from './offered.ts'
import styles from './Welcome.module.css'

/** Enough to choose from; the search finds the others. */
const communitiesOffered = 40

interface PickCommunitiesProps {
  /** The communities that the member belonged to at first. */
  own: readonly Community[]
  choices: Choices
  onChoose: (community: Community, isWanted: boolean) => void
}

/** Suggested communities, or the results of a search, with checkboxes. */
export function PickCommunities({ own, choices, onChoose }: PickCommunitiesProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const found = useQuery({
    ...communitiesQuery({ sort: 'size', q, limit: communitiesOffered }),
    placeholderData: keepPreviousData,
  })
  const { groupKind: kind } = useContext(SiteContext)
  const { data, isPlaceholderData } = found
  const communities = q === '' && !isPlaceholderData ? data && offeredFirst(data, { own, kind }) : data
  return (
    <>
      <TextField
        label={t('Find a community by name')}
        hideLabel
        type="search"
        placeholder={t('Find a community')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      {communities === undefined ? (
        <Loading error={found.error} onRetry={found.refetch} lines={6} />
      ) : communities.length === 0 ? (
        <p className={styles.nothing} role="status">
          {t('No communities match “{q}”.', { q })}
        </p>
      ) : (
        <ul className={styles.communities} aria-label={t('Communities')} aria-busy={isPlaceholderData}>
          {communities.map((community) => (
            <Choice
              key={community.id}
              community={community}
              isWanted={isChosen(community, choices)}
              onChange={(isWanted) => onChoose(community, isWanted)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface ChoiceProps {
  community: Community
  isWanted: boolean
  onChange: (isWanted: boolean) => void
}

function Choice({ community, isWanted, onChange }: ChoiceProps) {
  const id = useId()
  const about = aboutExcerpt(community.about)
  return (
    <li>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isWanted}
          aria-labelledby={`${id}name`}
          aria-describedby={`${id}about`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <CommunityAvatar name={community.name} picture={community.proPic} />
        <span className={styles.text}>
          <span id={`${id}name`} className={styles.name}>
            {community.name}
          </span>
          <span id={`${id}about`} className="quiet">
            <MemberCount community={community} />
            {about && (
              <span className={styles.about} dir="auto">
                {isolated(about)}
              </span>
            )}
          </span>
        </span>
      </label>
    </li>
  )
}

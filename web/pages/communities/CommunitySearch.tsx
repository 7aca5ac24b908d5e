import { t } from '../../../contract/texts/t.ts'
import type { CommunitySort } from '../../data/communities/communities.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './CommunitySearch.module.css'

interface CommunitySearchProps {
  text: string
  onChange: (text: string) => void
  /** The order to keep when the form reloads the page, without JavaScript. */
  sort: CommunitySort
}

/** Searches communities by name. A plain form, so that it works without JavaScript. */
export function CommunitySearch({ text, onChange, sort }: CommunitySearchProps) {
  return (
    <search>
      <form action="/communities" className={styles.form} onSubmit={(event) => event.preventDefault()}>
        {sort !== 'size' && <input type="hidden" name="sort" value={sort} />}
        <div className={styles.field}>
          <TextField
            label={t('Find a community by name')}
            hideLabel
            type="search"
            name="q"
            placeholder={t('Find a community')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={onChange}
          />
        </div>
        <noscript>
          <Button type="submit">{t('Search')}</Button>
        </noscript>
      </form>
    </search>
  )
}

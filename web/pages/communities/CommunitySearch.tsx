import type { CommunitySort } from '../../data/communities/communities.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './CommunitySearch.module.css'

interface CommunitySearchProps {
  text: string
  onChange: (text: string) => void
  /** The order to keep where there is no JavaScript and the form loads a page. */
  sort: CommunitySort
}

/** The field for a part of a name. Without JavaScript it is a form of its own. */
export function CommunitySearch({ text, onChange, sort }: CommunitySearchProps) {
  return (
    <search>
      <form action="/communities" className={styles.form} onSubmit={(event) => event.preventDefault()}>
        {sort !== 'size' && <input type="hidden" name="sort" value={sort} />}
        <div className={styles.field}>
          <TextField
            label="Find a community by its name"
            hideLabel
            type="search"
            name="q"
            placeholder="Find a community"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={onChange}
          />
        </div>
        <noscript>
          <Button type="submit">Search</Button>
        </noscript>
      </form>
    </search>
  )
}

import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/TextField.tsx'
import type { CommunitySort } from '../../data/communities.ts'
import styles from './CommunitySearch.module.css'

interface CommunitySearch {
  text: string
  onChange: (text: string) => void
  /** The order to keep where there is no JavaScript and the form loads a page. */
  sort: CommunitySort
}

/** The field for a part of a name. Without JavaScript it is a form of its own. */
export function CommunitySearch({ text, onChange, sort }: CommunitySearch) {
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

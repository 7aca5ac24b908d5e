import { type FormEvent, useContext, useState } from 'react'
import { SiteContext } from '../../data/account/site.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './SearchDialog.module.css'
import { pathOfSearch, webSearchUrl } from './searchPath.ts'

/** Searches the forum, or passes the query to a web search that is limited to this site. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const site = useContext(SiteContext)
  const { navigate } = useNavigator()
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = words.trim()
    if (q !== '') navigate(pathOfSearch({ q }))
  }
  const searchTheWeb = () => {
    window.open(webSearchUrl(words.trim(), site.origin), '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Words to look for"
          hideLabel
          type="search"
          placeholder={`Search ${site.name}`}
          value={words}
          onChange={setWords}
          hint="The web search is DuckDuckGo’s, restricted to this site, in a new tab."
        />
        <Button type="submit" variant="main" icon="search" wide>
          Search
        </Button>
        <Button variant="soft" icon="external" wide disabled={words.trim() === ''} onClick={searchTheWeb}>
          Search the web
        </Button>
      </form>
    </Dialog>
  )
}

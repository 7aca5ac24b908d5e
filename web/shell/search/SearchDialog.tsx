import { type FormEvent, useContext, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useNavigator } from '../../navigation.ts'
import { addressOfSearch, addressOfWebSearch } from '../../pages/search/searchAddress.ts'
import { SiteContext } from '../site.ts'
import styles from './SearchDialog.module.css'

/** Looks for words in the forum, or hands them to a web search that looks at this site alone. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const site = useContext(SiteContext)
  const { navigate } = useNavigator()
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = words.trim()
    if (q !== '') navigate(addressOfSearch({ q }))
  }
  const searchTheWeb = () => {
    window.open(addressOfWebSearch(words.trim(), site.origin), '_blank', 'noopener,noreferrer')
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

import { type FormEvent, useContext, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/TextField.tsx'
import { SiteContext } from '../site.ts'
import styles from './SearchDialog.module.css'

/** Hands the words to a web search that looks at this site alone. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const site = useContext(SiteContext)
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '') return
    const question = new URLSearchParams({ q: `site:${new URL(site.origin).host} ${words}` })
    window.open(`https://duckduckgo.com/?${question}`, '_blank', 'noopener,noreferrer')
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
          hint="Opens DuckDuckGo, restricted to this site, in a new tab."
        />
        <Button type="submit" variant="main" icon="external" wide>
          Search the web
        </Button>
      </form>
    </Dialog>
  )
}

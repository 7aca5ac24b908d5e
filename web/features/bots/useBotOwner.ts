import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'

/** What is written into `BotOwnerField`. A failure because nobody has that name is shown there. */
export function useBotOwner(saved: string, notifyFailure: (error: unknown) => void) {
  const [value, setValue] = useState(saved)
  const [error, setError] = useState<string | null>(null)
  return {
    owner: value.trim(),
    field: {
      value,
      error,
      onChange: (typed: string) => {
        setValue(typed)
        setError(null)
      },
    },
    showFailure: (failure: unknown) => {
      if (refusalOf(failure)?.code === 'bot-owner-not-found')
        setError(t("There's no other member with this username."))
      else notifyFailure(failure)
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { initialQuery } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { useNavigator } from '../../router/navigator.ts'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { creationFailureText, nameMistake } from './creationTexts.ts'

const communityAboutAtCreationMaxLength = 500

interface CreateCommunityDialogProps {
  /** The rules for names, shown until there is a mistake. */
  suggestedName?: string
  onClose: () => void
}

/** Creates a community, and goes to its page. */
export default function CreateCommunityDialog({ suggestedName = '', onClose }: CreateCommunityDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { navigate } = useNavigator()
  const notifyFailure = useNotifyFailure()
  const [name, setName] = useState(suggestedName)
  const [about, setAbout] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async () => {
    const found = nameMistake(name)
    setMistake(found)
    if (found) return
    setIsBusy(true)
    try {
      const community = await api.call('createCommunity', { body: { name, about } })
      await queryClient.refetchQueries(initialQuery)
      queryClient.invalidateQueries({ queryKey: ['communities'] })
      queryClient.invalidateQueries({ queryKey: ['community requests'] })
      navigate(`/${community.name}`)
    } catch (error) {
      setIsBusy(false)
      const text = creationFailureText(error)
      if (text) setMistake(text)
      else notifyFailure(error)
    }
  }

  return (
    <FormDialog
      title={t('Create community')}
      submitLabel={t('Create community')}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={name}
        onChange={(value) => {
          setName(value)
          setMistake(null)
        }}
        maxLength={limits.communityNameMaxLength}
        limitedText
        hint={t('Only admins can change it later.')}
        error={mistake}
      />
      <TextArea
        label={t('Description')}
        value={about}
        onChange={setAbout}
        maxLength={communityAboutAtCreationMaxLength}
      />
    </FormDialog>
  )
}

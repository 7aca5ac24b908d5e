import { useQueryClient } from '@tanstack/react-query'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { postQuery } from '../../data/posts/post.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { classNames } from '../../ui/classNames.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import fieldStyles from '../../ui/forms/Field.module.css'
import areaStyles from '../../ui/forms/TextArea.module.css'
import styles from './PlainCommentBox.module.css'

/** The box for a new comment where scripts do not run. Its fields belong to the form `write` of the document. */
export function PlainCommentBox({ publicId, isGuest }: { publicId: string; isGuest: boolean }) {
  const policy = useQueryClient().getQueryData(postQuery(publicId).queryKey)?.community?.madeWithAi
  // Guests have the form that leads to the login.
  if (isGuest)
    return (
      <Button {...plainAct('reply', publicId)} wide>
        {t('Log in to comment')}
      </Button>
    )
  return (
    <div className={styles.box}>
      <textarea
        form="write"
        name="body"
        rows={4}
        maxLength={limits.bodyMaxLength}
        dir="auto"
        aria-label={t('Comment')}
        placeholder={t('Add a comment. You can use Markdown.')}
        className={classNames(fieldStyles.control, areaStyles.area)}
      />
      {policy === 'refused' ? (
        <p className="quiet">{t("This community doesn't allow content made with AI.")}</p>
      ) : (
        <Checkbox
          label={t('Made with AI')}
          {...(policy === 'marked' && { hint: t('Required in this community if AI was used.') })}
          form="write"
          name="isMadeWithAi"
          checked={false}
          onChange={() => {}}
        />
      )}
      <Button type="submit" form="write" name="post" value={publicId} variant="main">
        {t('Comment')}
      </Button>
    </div>
  )
}

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import {
  type CleanUpParams,
  cleanUpFilterOf,
  cleanUpFilters,
  type FoundContents,
  foundContentsQuery,
} from '../../../data/admin/cleanUp.ts'
import { refreshMembers } from '../../../data/admin/members.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { messageText } from '../../../features/failures/refusalText.ts'
import { useNavigator } from '../../../router/navigator.ts'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { onDemand } from '../../../ui/onDemand.tsx'
import { Count } from '../../../ui/text/Count.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import tableStyles from '../Tables.module.css'
import { pathOfScreen } from '../tableParams.ts'
import styles from './CleanUp.module.css'
import userStyles from './Users.module.css'

const BulkActionDialog = onDemand(() => import('./BulkActionDialog.tsx'))

/** The filters, from the query of the URL. */
export const parseCleanUp = (search: URLSearchParams): CleanUpParams =>
  Object.fromEntries(cleanUpFilters.map((name) => [name, search.get(name)?.trim() ?? ''])) as CleanUpParams

/** Finds posts, comments and accounts by filters, and removes or bans all of them at once. */
export function CleanUp() {
  const { search } = useShownPage()
  const shown = parseCleanUp(new URLSearchParams(search))
  const { data } = useSuspenseQuery(foundContentsQuery(shown))
  return (
    <>
      <ScreenHead
        title={t('Clean up')}
        hint={t('Find related posts and accounts, check them, then remove or ban them all at once.')}
      />
      {/* The form starts with what the new URL says. */}
      <Filters key={search} shown={shown} />
      {data.refusal !== null ? (
        <ErrorState title={t('Try different filters')} text={messageText(data.refusal)} />
      ) : data.found === null ? (
        <EmptyState
          icon="search"
          title={t('Choose filters')}
          text={t("Such as a link's domain or the text of a post.")}
        />
      ) : (
        <Found found={data.found} shown={shown} />
      )}
    </>
  )
}

function Filters({ shown }: { shown: CleanUpParams }) {
  const { navigate } = useNavigator()
  const [given, setGiven] = useState(shown)
  const path = pathOfScreen('clean-up')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = new URLSearchParams(cleanUpFilterOf(given)).toString()
    navigate(path + (query && `?${query}`))
  }
  const field = (
    name: keyof CleanUpParams,
    label: string,
    more: { placeholder?: string; type?: string; hint?: string } = {},
  ) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={given[name]}
      onChange={(value) => setGiven({ ...given, [name]: value })}
      {...more}
    />
  )
  const names = Object.keys(cleanUpFilterOf(shown))
  const isNarrowed = names.length > 0
  const isAboutAccounts = names.some((name) => !['link', 'like', 'image', 'writtenSince'].includes(name))
  return (
    <search className={userStyles.search}>
      <form action={path} className="stack" onSubmit={submit}>
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>{t('Posts and comments')}</legend>
          {field('link', t('Links to domain'), { placeholder: 'example.com' })}
          {field('like', t('Similar text'), { hint: t('Paste some text, or a link to a post or comment.') })}
          {field('image', t('Similar image'), { hint: t('Paste a link to a post with the image.') })}
          {field('writtenSince', t('Posted on or after (UTC)'), { type: 'datetime-local' })}
        </fieldset>
        <details open={isAboutAccounts}>
          <summary className={styles.more}>{t('More filters')}</summary>
          <fieldset className={styles.fields}>
            <legend className={styles.legend}>{t('Accounts')}</legend>
            {field('since', t('Created on or after (UTC)'), { type: 'datetime-local' })}
            {field('before', t('Created before (UTC)'), { type: 'datetime-local' })}
            {field('ip', t('IP address or range'), { placeholder: '192.0.2.0/24' })}
            {field('application', t('Text in application'))}
            {field('q', t('Name starts with'))}
            {field('mailDomain', t('Email domain'), { placeholder: 'example.com' })}
            {field('trustMax', t('Maximum trust level'))}
            {field('writtenMax', t('Maximum posts and comments'))}
            <Checkbox
              label={t('Has content waiting for review')}
              name="waiting"
              value="yes"
              checked={given.waiting !== ''}
              onChange={(isChecked) => setGiven({ ...given, waiting: isChecked ? 'yes' : '' })}
            />
          </fieldset>
        </details>
        <div className="buttons">
          <Button type="submit" icon="search">
            {t('Find')}
          </Button>
          {isNarrowed && (
            <Button variant="soft" href={path}>
              {t('Clear filters')}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

/** The filter of a bulk action, so that it is for what was counted, not for what came later. */
function filterOf(shown: CleanUpParams, found: FoundContents, action: BulkActionKind): BulkFilter {
  const filter = cleanUpFilterOf(shown)
  const isAboutContents =
    action === 'remove' || Boolean(shown.link || shown.like || shown.image || shown.writtenSince)
  return { ...filter, ...(isAboutContents && { writtenBefore: found.until }) }
}

function Found({ found, shown }: { found: FoundContents; shown: CleanUpParams }) {
  const [action, setAction] = useState<BulkActionKind>('remove')
  const dialog = useLayer()
  const queryClient = useQueryClient()
  const { accounts, authors, posts, comments } = found
  const contents = posts + comments
  const open = (chosen: BulkActionKind) => () => {
    setAction(chosen)
    dialog.open()
  }
  if (accounts === 0)
    return <EmptyState icon="search" title={t('Nothing found')} text={t('Try different filters')} />
  return (
    <>
      <div className={userStyles.chosen} role="status">
        <span className={userStyles.count}>
          {t(
            'Found {posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}} by {accounts, plural, one {# account} other {# accounts}}',
            { posts, comments, accounts },
          )}
          {found.waiting > 0 && ` · ${t('{count, number} waiting for review', { count: found.waiting })}`}
        </span>
        {contents > 0 && contents <= limits.bulkActionContentsMax && (
          <Button small icon="delete" onClick={open('remove')}>
            {t('Remove posts and comments')}
          </Button>
        )}
        {accounts <= limits.bulkActionAccountsMax && (
          <>
            <Button small icon="ban" onClick={open('ban')}>
              {t('Ban accounts')}
            </Button>
            <Button small icon="undo" onClick={open('restore')}>
              {t('Restore removed content')}
            </Button>
          </>
        )}
      </div>
      {(contents > limits.bulkActionContentsMax || accounts > limits.bulkActionAccountsMax) && (
        <p className={styles.note}>{t('Too many for one action. Add filters.')}</p>
      )}
      {found.contents.length > 0 && (
        <Section id="contents" title={t('Newest posts and comments')}>
          <Table
            caption={t('Posts and comments')}
            hideCaption
            stacksOnPhones
            keyOf={({ path }) => path}
            rows={found.contents}
            columns={[
              {
                header: t('Text'),
                cell: ({ path, text }) => (
                  <Link href={path} className={tableStyles.excerpt} dir="auto">
                    {isolated(text || t('No text'))}
                  </Link>
                ),
              },
              { header: t('Author'), cell: ({ username }) => <UserLink username={username} /> },
              {
                header: t('Posted'),
                cell: ({ createdAt }) => (
                  <span className={tableStyles.short}>
                    <Time at={createdAt} />
                  </span>
                ),
              },
            ]}
          />
        </Section>
      )}
      <Section id="accounts" title={t('Newest accounts')}>
        <Table
          caption={t('Accounts')}
          hideCaption
          stacksOnPhones
          keyOf={({ username }) => username}
          rows={found.samples}
          columns={[
            { header: t('User'), cell: ({ username }) => <UserLink username={username} /> },
            { header: t('Posts'), align: 'end', cell: ({ noPosts }) => <Count value={noPosts} /> },
            { header: t('Comments'), align: 'end', cell: ({ noComments }) => <Count value={noComments} /> },
            {
              header: t('Joined'),
              cell: ({ createdAt }) => (
                <span className={tableStyles.short}>
                  <Time at={createdAt} />
                </span>
              ),
            },
          ]}
        />
      </Section>
      {dialog.isOpen && (
        <BulkActionDialog
          action={action}
          selection={{
            filter: filterOf(shown, found, action),
            found,
            contents: { count: contents, authors },
          }}
          onChangedMeanwhile={() => {
            dialog.close()
            void refreshMembers(queryClient)
          }}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

const UserLink = ({ username }: { username: string }) => (
  <Link href={pathOfUser(username)} className={tableStyles.link}>
    @{username}
  </Link>
)

import { noticePageFor } from '../../../contract/noticePage.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { onDemand } from '../../ui/onDemand.tsx'

const ReportToAdminsDialog = onDemand(() => import('./ReportToAdminsDialog.tsx'))

interface ReportButtonProps {
  /** Such as `@wren`; without it, a message. */
  what?: string
  address: string
  isIcon?: boolean
}

/** Reports a member, a community or a message to the admins. Guests can only report illegal content. */
export function ReportButton({ what, address, isIcon = false }: ReportButtonProps) {
  const viewer = useViewer()
  const dialog = useLayer()
  const label = !viewer
    ? t('Report illegal content')
    : what === undefined
      ? t('Report message')
      : t('Report {name}', { name: what })
  const target = viewer ? { onClick: dialog.open } : { href: noticePageFor(address) }
  return (
    <>
      {isIcon ? (
        <IconButton icon="report" label={label} title={label} {...target} />
      ) : (
        <Button icon="report" small variant="soft" aria-label={label} {...target}>
          {viewer ? t('Report') : label}
        </Button>
      )}
      {dialog.isOpen && <ReportToAdminsDialog what={what} address={address} onClose={dialog.close} />}
    </>
  )
}

import { type Route, route } from '../../core/api/route.ts'
import { complain, getSentNotice } from './complain.ts'
import { reportToAdmins, sendNotice } from './create.ts'
import { decideNotice } from './decide.ts'
import { listNotices } from './list.ts'

export const noticeRoutes: readonly Route[] = [
  route('sendNotice', sendNotice),
  route('reportToAdmins', reportToAdmins),
  route('getNotice', ({ db, viewer, params, query }) =>
    getSentNotice(db, params.number, { viewer, key: query.key }),
  ),
  route('complain', ({ db, viewer, settings, params, body }) =>
    complain(db, params.number, { viewer, key: body.key, text: body.text, days: settings.noticeDays }),
  ),
  route('listNotices', ({ db, viewer, query }) => listNotices(db, viewer, query)),
  route('decideNotice', decideNotice),
]

import { type Static, Type } from 'typebox'
import { noticeActs, noticeKinds, noticeSubjects } from '../words.ts'
import { described, flag, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** A decision of admins. */
export const NoticeDecision = Type.Object({
  act: oneOf(
    noticeActs,
    'What was done. `keep`: nothing, or about a complaint, the first decision stays. `ban`: the member was banned from the site. `other`: something else, which the reasons say.',
  ),
  reasons: text('Why.'),
  decidedAt: time('When.'),
})

const parts = {
  number: int('The number of the notice.'),
  kind: oneOf(noticeKinds, '`unlawful`: of unlawful content; `rules`: against the rules of the site.'),
  subject: oneOf(noticeSubjects, 'What it is about.'),
  address: text('The path of what it is about.'),
  ground: Nullable(
    text('The law that the sender named, or the reason that a member chose; null if there is none.'),
  ),
  country: Nullable(text('Where it is unlawful, as the sender wrote it; null if they did not.')),
  text: text('Why it is unlawful, or against the rules.'),
  receivedAt: time('When it was received.'),
  dueAt: time('Until when the admins want to decide, about the notice or the complaint.'),
  isOpen: flag('Whether the admins have not decided yet, about the notice or the complaint.'),
  complaint: Nullable(text('What the sender complains about; null if they do not.')),
  complainedAt: Nullable(time('When they complained; null if they do not.')),
}

/** A notice as its sender sees it. */
export const SentNotice = Type.Object({
  ...parts,
  decision: described('Null until it is decided.', Nullable(NoticeDecision)),
  complaintDecision: described('About the complaint; null until it is decided.', Nullable(NoticeDecision)),
  mayComplain: flag('Whether you may complain about the decision now.'),
  mayComplainUntil: Nullable(time('Until when; null if it is not decided.')),
})
export type SentNotice = Static<typeof SentNotice>

const Named = Type.Object({ username: text('The name; `ghost` for a deleted account.') })
const decidedBy = Nullable(text('Who decided; `ghost` for a deleted account.'))

/** A notice as admins see it. */
export const Notice = Type.Object({
  ...parts,
  title: Nullable(
    text(
      'What it is about: the title of the post, the beginning of the text, or the name; null if it is gone.',
    ),
  ),
  member: described(
    'The member it is about, or whose text; null for communities, and if it is gone.',
    Nullable(Named),
  ),
  community: described(
    'The community that it is in, or that it is about; null otherwise.',
    Nullable(Type.Object({ id: id('community', 'Its id.'), name: text('Its name.') })),
  ),
  isChildAbuse: flag(
    'Whether the sender says that it is sexual abuse of children, and does not have to be named.',
  ),
  reporter: described(
    'The sender; null if they are not named, and six months after the decision.',
    Nullable(
      Type.Object({
        username: Nullable(text('The member; null for guests.')),
        name: Nullable(text('The name that a guest gave.')),
        email: Nullable(text('The email address that a guest gave.')),
      }),
    ),
  ),
  decision: described(
    'Null until it is decided.',
    Nullable(Type.Object({ ...NoticeDecision.properties, by: decidedBy })),
  ),
  complaintDecision: described(
    'About the complaint; null until it is decided.',
    Nullable(Type.Object({ ...NoticeDecision.properties, by: decidedBy })),
  ),
  acts: listOf(
    oneOf(noticeActs, 'What can be done.'),
    'What can be decided now; empty if it is decided, or if another admin has to.',
  ),
})
export type Notice = Static<typeof Notice>

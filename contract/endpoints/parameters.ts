import { type TProperties, type TUnsafe, Type } from 'typebox'
import { idText, int, memberName, Nullable, text } from '../entities/schema.ts'
import type { ErrorName } from '../errors.ts'
import {
  altTextMaxLength,
  attachmentsMax,
  bodyMaxLength,
  idempotencyKeyHours,
  moderationReasonMaxLength,
  pageSizeDefault,
  pageSizeMax,
  removalNoteMaxLength,
} from '../limitValues.ts'
import {
  commentSorts,
  removalVariables,
  speakerGroups,
  staffGroups,
  userGroups,
  type VoteState,
  voteStates,
} from '../words.ts'

/**
 * The parameters of calls. A query consists of strings, and each call refuses invalid values with its own errors, at
 * its own point among its checks. So these schemas only describe values and refusals, and the ability parses them;
 * before it runs, only the types of body fields are validated.
 */

/** The sentence for texts that are cut, not refused. */
export const cutAt = (length: number) => `Longer texts are cut at ${length.toLocaleString('en')} characters.`
export const nameOf = (min: number, max: number) => `${min} to ${max} letters, digits and underscores.`
/** For Markdown that is cut at this many characters. */
export const markdown = (length: number) => `Markdown. ${cutAt(length)}`

interface ChoiceOptions {
  readonly description: string
  /** The error for other texts; without one, they are ignored. */
  readonly refusal?: ErrorName
}

/** One of a few words. `default`: the value for a missing or empty text. */
export function choice<const T extends string>(
  choices: readonly T[],
  options: ChoiceOptions & { readonly default: NoInfer<T> },
): Choice<T, T>
export function choice<const T extends string>(
  choices: readonly T[],
  options: ChoiceOptions,
): Choice<T, undefined>
export function choice<const T extends string>(
  choices: readonly T[],
  { description, refusal, default: byDefault }: ChoiceOptions & { readonly default?: NoInfer<T> },
): Choice<T, T | undefined> {
  return Object.assign(Type.Unsafe<T>({ type: 'string', description }), {
    choices,
    default: byDefault,
    otherwise: refusal,
  })
}

type Choice<T extends string, D> = TUnsafe<T> & {
  readonly choices: readonly T[]
  readonly default: D
  readonly otherwise: ErrorName | undefined
}

/** A required choice in a body: a missing one counts as an empty text, which is refused like other texts. */
export const requiredChoice = <const T extends string>(
  choices: readonly T[],
  { description, refusal }: { description: string; refusal: ErrorName },
) =>
  Object.assign(Type.Unsafe<T>({ type: 'string', description, default: '' }), {
    choices,
    otherwise: refusal,
  })

interface IntegerOptions<D> {
  readonly description: string
  readonly default?: D
  readonly minimum?: number
  readonly maximum?: number
  /** The format of the text; by default, whatever JavaScript parses as an integer. */
  readonly form?: string
  /** The error for a text that is not an integer … */
  readonly refusal: ErrorName
  /** … and for a number out of range, if it is a different one. */
  readonly outOfRange?: ErrorName
}

/** An integer, as text. */
export const integer = <const D extends number | undefined = undefined>({
  description,
  refusal,
  outOfRange = refusal,
  default: byDefault,
  minimum,
  maximum,
  form,
}: IntegerOptions<D>) =>
  Object.assign(Type.Unsafe<number>({ type: 'integer', description }), {
    minimum,
    maximum,
    form,
    default: byDefault,
    otherwise: refusal,
    outOfRange,
  })

/** The page size. */
export const pageSize = ({
  default: byDefault = pageSizeDefault,
  maximum = pageSizeMax,
  description = 'How many items a page has at most.',
}: {
  default?: number
  maximum?: number
  description?: string
} = {}) =>
  integer({
    description,
    default: byDefault,
    minimum: 1,
    maximum,
    form: '^-?[0-9]+$',
    refusal: 'limitNotANumber',
    outOfRange: 'limitOutOfRange',
  })

/** The page number. */
export const pageNumber = <const D extends number | undefined = undefined>(options: {
  description: string
  default?: D
}) => integer({ ...options, minimum: 1, form: '^[0-9]{1,9}$', refusal: 'invalidPage' })

interface SwitchOptions {
  readonly description: string
  /** The value for a missing text … */
  readonly default?: boolean
  /** … and for one that is neither `true` nor `false`, unless it is refused. */
  readonly otherTexts?: boolean
  readonly refusal?: ErrorName
  /** Whether it may be written in upper case, too, as some programs do. */
  readonly anyCase?: boolean
}

/** `true` or `false`, as text. */
export const onOff = ({
  description,
  refusal,
  default: byDefault = false,
  otherTexts = false,
  anyCase = false,
}: SwitchOptions) =>
  Object.assign(Type.Unsafe<boolean>({ type: 'boolean', description }), {
    default: byDefault,
    otherTexts,
    otherwise: refusal,
    anyCase,
  })

/** A query with optional parameters only. */
export const optional = <P extends TProperties>(parameters: P) => Type.Partial(Type.Object(parameters))

/** What happens to what a member wrote. */
export const erasedContent = Type.Optional(
  text(
    'What happens to posts and comments: `keep`: they stay, as by the ghost; `blank`: their texts and pictures are erased; `remove`: they leave all lists, too. Without it, the account is deleted, and what was written stays with its name known to admins.',
  ),
)

/** The days that a log is narrowed to. */
export const days = {
  from: text('Only from this day on, such as `2026-03-01`; days are those of UTC.'),
  to: text('Only up to this day.'),
}

/** Parameters of several calls. */
export const next = text('The cursor of the page: `next` of the previous page. By default, the first page.')
/** In answers. */
export const nextPage = Nullable(text('The cursor of the next page; null at the end.'))
export const render = choice(['page'], {
  description:
    'With `page`, the pages of this forum get rendered HTML in place of Markdown. Programs do not need it.',
})
export const reason = text(
  `The reason, for everyone to read in the moderation log. ${cutAt(moderationReasonMaxLength)} That of a removal can name ${removalVariables.map((name) => `\`${name}\``).join(', ')}, each in double braces; the log names neither author nor title.`,
)
/** Input for the mark *Made with AI*. */
export const isMadeWithAi = Type.Optional(
  Type.Boolean({
    description:
      'Whether it is marked *Made with AI*. By default, a new one is not, and an edit keeps the mark. Authors can only take off a mark that they set themselves.',
  }),
)
/** Input for the images below a text. */
export const attachments = Type.Optional(
  Nullable(
    Type.Array(
      Type.Object({
        imageId: idText('image', 'The id of an uploaded image, or in an edit, of an existing one.'),
        caption: Type.Optional(
          Nullable(
            text(
              `What the image shows; without it, the image keeps its description. ${cutAt(altTextMaxLength)}`,
            ),
          ),
        ),
      }),
      {
        description: `Up to ${attachmentsMax} images to show below the text, in their order, and no more than \`imagesPerPost\`. In an edit, images that are not named are deleted; without the field, all stay.`,
      },
    ),
  ),
)
/** Input of calls that remove, besides the reason: for the author, and not in the moderation log. */
export const removalFields = {
  ruleId: Type.Optional(
    Nullable(int('The number of the rule of the community that it breaks. For moderators and admins.')),
  ),
  note: Type.Optional(
    Nullable(text(`A note for the author alone. For moderators and admins. ${cutAt(removalNoteMaxLength)}`)),
  ),
}
/** Optional because older programs do not send it. */
export const commentSort = choice(commentSorts, {
  description:
    'The order of the comments. `best`: by the share of upvotes that is likely, given how many voted. `top`: the most points first. `new` and `old`: by time. `controversial`: many votes that disagree first. Deleted comments are last among their siblings. Each comment on the post comes with its first two replies at least. By default, the most upvoted comments of all levels come first.',
  refusal: 'invalidCommentSort',
})
/** Unlike most parameters, an empty text is refused. */
export const userGroup = choice(userGroups, {
  description: 'The role in which the author speaks.',
  default: 'normal',
  refusal: 'invalidGroup',
})
export const speaker = choice(speakerGroups, {
  description:
    'The role in which the author speaks. `community`, for moderators with the permission `content` and for admins, is in the name of the community: only they see who wrote it.',
  default: 'normal',
  refusal: 'invalidGroup',
})
export const lockAs = choice(staffGroups, {
  description: 'With `action=lock`: the role in which it is locked. It takes that role to lock in it.',
  refusal: 'invalidGroup',
})
export const deleteAs = choice(userGroups, {
  description: 'The role in which it is deleted.',
  default: 'normal',
  refusal: 'invalidGroup',
})
/** Why votes on posts and comments that are there can be refused. */
export const votingErrors = [
  'botsCannotVote',
  'tooManyVotesOnMember',
  'votingSlowed',
  'downvotesOff',
  'downvotesForMembers',
  'downvotesNeedTrust',
] as const

/** What calls that vote get besides the id. */
export const voteFields = {
  up: Type.Boolean({
    default: true,
    description: 'Whether the up arrow is pressed. Ignored if `set` is given.',
  }),
  set: Type.Optional(
    Type.Unsafe<VoteState>({
      type: 'string',
      enum: voteStates,
      refusal: 'invalidVote',
      description:
        'The new state of the vote, regardless of the current one, so the call can be repeated safely when no answer came.',
    }),
  ),
}
export const bodyText = markdown(bodyMaxLength)

/** The request header of calls that take an idempotency key. */
export const idempotencyKey = {
  header: 'Idempotency-Key',
  /** A text of structured fields (RFC 9651, section 3.3.3), or the same without its quotation marks. */
  form: '^("?)([A-Za-z0-9_.:+/=-]{1,64})\\1$',
  description: `Any text that is new for each thing that is to be created, such as a UUID. Sent again with the same key, the call creates nothing and gets the same answer, for ${idempotencyKeyHours} hours.`,
}

/** Path parameters. */

export const inPath = {
  username: memberName('The name of the user, in upper or lower case.'),
  communityId: idText('community', 'The id of the community.'),
  publicId: text('The public id of the post: the 8 characters in its URL.'),
}

/** The way past a limit that attempts of others on an account have used up. */
export const proofOfWork = Type.Optional(
  Nullable(
    text(
      'A solved challenge of `getCaptcha`, whatever `captcha` of `getInitial` says. With it, attempts of others on this account do not cause a 429.',
    ),
  ),
)

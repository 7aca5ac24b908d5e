import type { TSchema } from 'typebox'
import type { JsonSchema } from '../../../contract/apiDocument.ts'
import { BannedMember } from '../../../contract/entities/ban.ts'
import { Comment } from '../../../contract/entities/comment.ts'
import { Community, Rule } from '../../../contract/entities/community.ts'
import { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { Image, ImageCopy } from '../../../contract/entities/image.ts'
import { Initial, ReportReason } from '../../../contract/entities/initial.ts'
import { IpBlock, IpBlockPage } from '../../../contract/entities/ipBlock.ts'
import { List, ListItem, ListItemsPage, RemovedListItem } from '../../../contract/entities/list.ts'
import { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { Mute, Mutes } from '../../../contract/entities/mute.ts'
import { Notification, NotificationFacts } from '../../../contract/entities/notification.ts'
import { User } from '../../../contract/entities/ownUser.ts'
import { FeedPage, ModeratedPosts, Post } from '../../../contract/entities/post.ts'
import { FiledReport, Report, ReportCounts, ReportsPage } from '../../../contract/entities/report.ts'
import { Success } from '../../../contract/entities/schema.ts'
import { Excerpt, Segment } from '../../../contract/entities/search.ts'
import { SiteSettings } from '../../../contract/entities/siteSettings.ts'
import { AnalyticsEvent, AnalyticsEventPage } from '../../../contract/entities/statistics.ts'
import { Author, Badge } from '../../../contract/entities/user.ts'

/**
 * The objects in answers, by their names in the document. Generators make a type of each, so a name must be free in
 * their languages, and differ from those of its fields: not `List` (Python, Kotlin, C#), `Error` (most) or `Success`.
 */
export const named = {
  Initial,
  User,
  Author,
  Badge,
  Community,
  Rule,
  Post,
  FeedPage,
  ModeratedPosts,
  Comment,
  Image,
  ImageCopy,
  UserList: List,
  ListItem,
  RemovedListItem,
  ListItemsPage,
  Mute,
  Mutes,
  Notification,
  NotificationFacts,
  Excerpt,
  Segment,
  ReportReason,
  FiledReport,
  Report,
  ReportCounts,
  ReportsPage,
  BannedMember,
  ModerationLogEntry,
  ModerationActionDetails,
  CommunityRequest,
  IpBlock,
  IpBlockPage,
  SiteSettings,
  AnalyticsEvent,
  AnalyticsEventPage,
  Confirmation: Success,
} satisfies Record<string, TSchema>

/** The parts of a contract schema that are written to the document. */
interface ContractSchema {
  readonly type?: string | readonly string[]
  /** The type of a field that is always null here. */
  readonly elsewhere?: string
  /** Sent for older programs only. */
  readonly isUndocumented?: true
  readonly description?: string
  readonly enum?: readonly unknown[]
  /** Allowed words, which the ability checks instead of the validator. */
  readonly choices?: readonly string[]
  readonly default?: string | number | boolean
  readonly properties?: Record<string, ContractSchema>
  readonly required?: string[]
  readonly items?: ContractSchema
  readonly oneOf?: ContractSchema[]
}

/** Keywords that are copied; others are for our own program. */
const plainKeywords = [
  'description',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'maxLength',
  'maxItems',
] as const

// A schema that may be null or has a description is a copy, but its properties are the very same object.
const nameByProperties = new Map<unknown, string>(
  Object.entries(named).map(([name, schema]) => [schema.properties, name]),
)

const isNullable = ({ type }: ContractSchema) => Array.isArray(type) && type.includes('null')
const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A contract schema as written in the document, with references to named objects. */
export function schemaOf(schema: TSchema): JsonSchema {
  return converted(schema as ContractSchema)
}

function converted(schema: ContractSchema): JsonSchema {
  const { properties, oneOf, description } = schema
  const name = properties && nameByProperties.get(properties)
  if (!name && !oneOf) return spelledOut(schema)
  const branches = name ? [referenceTo(name)] : (oneOf ?? []).map(converted)
  const choice = isNullable(schema)
    ? { anyOf: [...branches, { type: 'null' }] }
    : oneOf
      ? { oneOf: branches }
      : branches[0]
  return { ...choice, ...(description && { description }) }
}

function spelledOut(schema: ContractSchema): JsonSchema {
  const said: Readonly<Record<string, unknown>> = { ...schema }
  const { enum: words = schema.choices, default: byDefault, items, elsewhere } = schema
  return {
    ...Object.fromEntries(
      plainKeywords.flatMap((keyword) => (said[keyword] === undefined ? [] : [[keyword, said[keyword]]])),
    ),
    ...typeOf(schema),
    // An enumeration must list null, too.
    ...(words && { enum: isNullable(schema) ? [...words, null] : words }),
    // An empty string as default means that there is no default.
    ...(byDefault !== undefined && byDefault !== '' && { default: byDefault }),
    ...(elsewhere === 'array' && { items: {} }),
    ...(items && !isAnyOf(schema) && { items: converted(items) }),
    ...fieldsOf(schema),
  }
}

/** Whether values of more than one type are allowed, besides null. */
const isAnyOf = ({ type }: ContractSchema) =>
  Array.isArray(type) && type.filter((name) => name !== 'null').length > 1

/** Generators cannot express several types, and take a schema without one as any value. */
function typeOf(schema: ContractSchema): Pick<JsonSchema, 'type'> {
  const { type, elsewhere } = schema
  if (elsewhere) return { type: [elsewhere, 'null'] }
  return type === undefined || isAnyOf(schema) ? {} : { type }
}

function fieldsOf({
  properties,
  required = [],
}: ContractSchema): Pick<JsonSchema, 'properties' | 'required'> {
  if (!properties) return {}
  const documented = Object.entries(properties).filter(([, { isUndocumented }]) => !isUndocumented)
  const always = required.filter((name) => documented.some(([field]) => field === name))
  return {
    properties: Object.fromEntries(documented.map(([field, part]) => [field, converted(part)])),
    ...(always.length > 0 && { required: always }),
  }
}

/** A value without the fields that the document does not name. */
export function documentedPart(schema: TSchema, value: unknown): unknown {
  const { properties, items }: ContractSchema = schema
  if (Array.isArray(value)) return items ? value.map((item) => documentedPart(items, item)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const known = properties[field]
      if (known?.isUndocumented) return []
      return [[field, known ? documentedPart(known, part) : part]]
    }),
  )
}

/** All objects that have a name. */
export const schemaComponents = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, spelledOut(schema as ContractSchema)]),
  ),
  Refusal: {
    type: 'object',
    description: 'Why a call is refused.',
    properties: {
      status: { type: 'integer', description: 'The status of the answer.' },
      code: { type: 'string', description: 'For programs; missing if there is none. It never changes.' },
      message: { type: 'string', description: 'For people.' },
    },
    required: ['status', 'message'],
  },
})

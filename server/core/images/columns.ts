import { expressionBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { DB } from '../../platform/database/tables.ts'

const eb = expressionBuilder<DB, 'images'>()

/**
 * One stored image as JSON, for a query that knows the table `images` under its own name. The columns that storing fills
 * in are not null there.
 */
export const imageJson = jsonBuildObject({
  id: eb.cast<string>('images.id', 'text'),
  secret: eb.ref('images.secret'),
  // As the type of the database's function `image_json` says.
  format: eb.ref('images.format').$castTo<string>(),
  width: eb.ref('images.width').$notNull(),
  height: eb.ref('images.height').$notNull(),
  size: eb.ref('images.size').$notNull(),
  average_color: eb.ref('images.average_color').$notNull(),
  alt_text: eb.ref('images.alt_text'),
  ground: eb.ref('images.ground').$castTo<string | null>(),
  is_animated: eb.ref('images.is_animated'),
})

/** A stored image as `imageJson` selects it. */
export type ImageRow = NonNullable<(typeof imageJson)['expressionType']>

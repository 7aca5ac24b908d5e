import { entriesOf } from './objects.ts'
import {
  type Bucket,
  type RateLimitName,
  type RateLimitSetting,
  rateLimitSetting,
  rateLimits,
} from './rateLimits.ts'
import { type IntegerSetting, integer } from './settingTypes.ts'

const rateLimitCountMax = 1_000_000

export const rateLimitSettings = Object.fromEntries(
  entriesOf<Record<RateLimitName, readonly Bucket[]>>(rateLimits).flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, IntegerSetting] => [
      rateLimitSetting(limit, bucket),
      integer({ group: 'limits', default: bucket.calls, min: 1, max: rateLimitCountMax }),
    ]),
  ),
) as Record<RateLimitSetting, IntegerSetting>

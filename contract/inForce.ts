/** A limit that has not ended, or null. */
export const inForce = <Limit extends { until: string | null }>(
  limit: Limit | null | undefined,
  now: Date,
): Limit | null => (limit && (limit.until === null || new Date(limit.until) > now) ? limit : null)

const dayMs = 86_400_000

/** How much time is left, in whole days or hours, such as "2 days left". */
export function deadlineText(dueAt: Date, now: Date): string {
  const left = dueAt.getTime() - now.getTime()
  const inWords = (ms: number) => {
    const days = Math.floor(ms / dayMs)
    if (days > 0) return days === 1 ? '1 day' : `${days} days`
    const hours = Math.floor(ms / 3_600_000)
    if (hours === 0) return 'less than an hour'
    return hours === 1 ? '1 hour' : `${hours} hours`
  }
  return left < 0 ? `Overdue for ${inWords(-left)}` : `${inWords(left)} left`
}

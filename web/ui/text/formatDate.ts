// A fixed locale and UTC, so that server and browser render the same text.
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' })

/** "5 March 2023", in UTC. */
export const formatDate = (at: Date): string => date.format(at)

/** "5 March 2023, 07:04 UTC". */
export const formatDateTime = (at: Date): string =>
  `${date.format(at)}, ${at.toISOString().slice(11, 16)} UTC`

/** "5 March 2023, 12:34 GMT+5:30", in the time zone of this device: for what is written after hydration. */
export const formatLocalTime = (at: Date): string =>
  // Without the seconds.
  local
    .format(at)
    .replace(' at', ',')
    .replace(/:\d\d /, ' ')

/** Month and year, where the day is private: "March 2023". */
export const formatMonth = (at: Date): string => month.format(at)

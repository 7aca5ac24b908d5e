/** A number of accounts, as sentences contain it. */
export const accountsText = (count: number): string =>
  count === 1 ? '1 account' : `${count.toLocaleString('en')} accounts`

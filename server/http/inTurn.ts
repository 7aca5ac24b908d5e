const lastOf = new Map<string, Promise<unknown>>()

/**
 * Has writes that would wait for the same row of the database take turns here. There each of them would hold one of the few
 * connections meanwhile, and would begin with what was true before it waited: what it then reads anew costs more
 * than the write. Exact they are without this, too, and those of other processes do wait there.
 *
 * @param row names the row among all that are written so.
 */
export async function inTurn<Result>(row: string, write: () => Promise<Result>): Promise<Result> {
  const before = lastOf.get(row)
  const turn = before ? before.then(write, write) : write()
  lastOf.set(row, turn)
  try {
    return await turn
  } finally {
    if (lastOf.get(row) === turn) lastOf.delete(row)
  }
}

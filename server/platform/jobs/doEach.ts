/**
 * Does the items of a job, one after the other, until the signal is aborted. Continues with the next item after a failure. So that it can
 * be ended at any time and go on in the next run, `act` stores what it has done.
 *
 * @throws the first failure, at the end.
 */
export async function doEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  signal: AbortSignal,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      await act(item)
    } catch (error) {
      failures.push(error)
    }
    if (signal.aborted) break
  }
  if (failures.length > 0) throw failures[0]
}

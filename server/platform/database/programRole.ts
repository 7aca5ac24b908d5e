import pg from 'pg'

/** The role of the server in the private PostgreSQL. It can only read and write rows. */
export const programRole = 'folkmoot_program'

/**
 * Default timeouts of the role: for a statement, for waiting for a lock, and for an idle transaction.
 */
const timeouts = {
  statement_timeout: '10min',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '2min',
}

const schemas = 'public, graphile_worker'

/**
 * Creates or updates the role, and grants it the rows of all existing tables. Call it after the migrations, including
 * those of the job queue, so that new tables are covered.
 *
 * @param connection of the owner of the database, a superuser of a cluster that is ours alone.
 */
export async function grantToProgram(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // The pending query rejects with the same error.
  await client.connect()
  try {
    await client.query('begin')
    // Several programs may start at once, and two grants on one table fail.
    await client.query(`select pg_advisory_xact_lock(hashtext('${programRole}'))`)
    const found = await client.query('select from pg_roles where rolname = $1', [programRole])
    if (found.rowCount === 0) await client.query(`create role ${programRole}`)
    // The tables of the job queue have row security without a policy for anyone but their owner.
    await client.query(
      `alter role ${programRole} login nosuperuser nocreatedb nocreaterole noreplication bypassrls`,
    )
    for (const [name, value] of Object.entries(timeouts))
      await client.query(`alter role ${programRole} set ${name} = '${value}'`)
    await client.query(`
      revoke create on schema public from public;
      grant usage on schema ${schemas} to ${programRole};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${programRole};
      grant usage, select, update on all sequences in schema ${schemas} to ${programRole};
      grant execute on all functions in schema ${schemas} to ${programRole}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

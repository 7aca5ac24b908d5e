import pg from 'pg'

/** As this role the server connects to the private PostgreSQL. It reads and writes rows, and nothing else. */
export const programRole = 'folkmoot_program'

/**
 * Bounds of the role, for connections that set none of their own: a statement, its wait for a lock, and the time in which a
 * transaction may do nothing.
 */
const timeouts = {
  statement_timeout: '10min',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '2min',
}

const schemas = 'public, graphile_worker'

/**
 * Makes the role, or brings that of an earlier version up to date, and gives it the rows of all tables there are.
 * Called after the migrations, also of the job queue, so that new tables are among them.
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
    // The tables of the job queue have policies of row security, and none that lets anybody but the owner in.
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

import type pg from 'pg'

/**
 * The staging tables of names. Columns: `name` as spelled (primary key), `source_name` in lower case, `first_at`,
 * `last_at`, and `id` of the member or community.
 */
type NameTable = 'authors' | 'communities'

/** How names of one kind are resolved; all fields are parts of SQL. */
interface NameKind {
  /** The table of earlier imports with its columns, and parts of it: what each name of the source became then. */
  readonly known: string
  readonly knownTable: string
  readonly knownId: string
  /** The shortest name that we allow. */
  readonly shortest: number
  /** Creates members or communities from `proposed (proposal, first_at, last_at)`; names that are taken are skipped. */
  readonly insert: string
  /** What new ones need besides their row, from `import_staging.newcomers`. */
  readonly afterwards: string
  /** Sets the time of creation of existing ones back where the source has something older. */
  readonly older: string
}

const kinds = {
  authors: {
    known: 'imported_users (source_name, user_id)',
    knownTable: 'imported_users',
    knownId: 'user_id',
    shortest: 3,
    insert: `insert into users (username, created_at, last_seen_at)
      select proposal, first_at, last_at from proposed
      where not exists (select from erased_names where hash = erased_name_hash(proposal)) order by first_at, proposal
      on conflict (username_key) do nothing returning id, username as name`,
    afterwards: `
      insert into lists (user_id, name, display_name)
        select id, 'bookmarks', 'Bookmarks' from import_staging.newcomers;
      update site_settings set user_count = user_count + (select count(*) from import_staging.newcomers);`,
    older: `update users set created_at = names.first_at
      from import_staging.authors names
      where users.id = names.id and users.created_at > names.first_at`,
  },
  communities: {
    known: 'imported_communities (source_name, community_id)',
    knownTable: 'imported_communities',
    knownId: 'community_id',
    shortest: 2,
    insert: `insert into communities (name, creator_id, created_at)
      select proposal, (select id from users where username_key = 'nobody'), first_at
      from proposed
      where not exists (select from former_community_names where name_key = lower(proposal)) order by first_at, proposal
      on conflict (name_key) do nothing returning id, name`,
    afterwards: '',
    older: `update communities set created_at = names.first_at
      from import_staging.communities names
      where communities.id = names.id and communities.created_at > names.first_at`,
  },
} as const satisfies Record<NameTable, NameKind>

/**
 * Sets the `id` of every name and creates missing members or communities, in the caller's transaction. Names that our
 * rules do not allow are changed: other characters become `_`, short names are padded with it, long ones truncated. A
 * name that is taken gets a numeric suffix, because a name of the source must never match an existing account.
 *
 * @returns how many were created.
 */
export async function resolveNames(client: pg.Client, table: NameTable): Promise<number> {
  const kind = kinds[table]
  const linkKnown = `update import_staging.${table} names set id = known.${kind.knownId}
    from ${kind.knownTable} known where known.source_name = names.source_name`
  if (table === 'communities') await client.query("select lock_community_names('{}')")
  await client.query(linkKnown)
  // What an erased member wrote belongs to the account without the name.
  if (table === 'authors')
    await client.query(`update import_staging.authors names set id = erased_names.user_id
      from erased_names where names.id is null and erased_names.hash = erased_name_hash(names.source_name)`)
  await client.query(`
    create table import_staging.newcomers as
    select *, null::bigint as id,
      row_number() over (partition by lower(base) order by name <> base, source_name collate "C") as attempt,
      count(*) over (partition by lower(base)) as step
    from (
      select source_name, name, min(first_at) as first_at, max(last_at) as last_at,
        allowed || repeat('_', ${kind.shortest} - length(allowed)) as base
      from (
        select source_name, spelled.name, first_at, last_at,
          left(regexp_replace(spelled.name, '[^0-9A-Za-z_]', '_', 'g'), 21) as allowed
        from import_staging.${table} join import_staging.spelled_${table} spelled using (source_name)
        where id is null) cleaned
      group by source_name, name, allowed) named`)
  for (let unnamed = true; unnamed; ) {
    // For each proposal, a name without suffix takes precedence over one with a suffix.
    await client.query(`
      with proposed as (
        select distinct on (lower(proposal)) source_name, proposal, first_at, last_at
        from (select *, case when attempt = 1 then base
            else left(base, 20 - length(attempt::text)) || '_' || attempt end as proposal
          from import_staging.newcomers where id is null) candidates
        order by lower(proposal), attempt, source_name collate "C"),
      made as (${kind.insert})
      update import_staging.newcomers set id = made.id
      from made join proposed on proposed.proposal = made.name
      where newcomers.source_name = proposed.source_name`)
    const remaining = await client.query(
      'update import_staging.newcomers set attempt = attempt + step where id is null',
    )
    unnamed = (remaining.rowCount ?? 0) > 0
  }
  const made = await client.query(
    `insert into ${kind.known} select source_name, id from import_staging.newcomers`,
  )
  await client.query(
    `${kind.afterwards} drop table import_staging.newcomers; ${linkKnown}; ${kind.older};
     analyze import_staging.${table}`,
  )
  return made.rowCount ?? 0
}

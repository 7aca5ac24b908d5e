/** For a small machine that PostgreSQL shares with the program: little memory, but full durability. */
const settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // PostgreSQL logs a whole page at its first change after a checkpoint. This build can compress these pages only with
  // pglz, which took a quarter of the time of a write; fewer checkpoints save more disk space.
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'off',
  random_page_cost: '1.1',
  max_connections: '60',
  // For many small queries, compilation and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers: '0',
  // Statements contain members' texts, which do not belong in a log; the program receives errors anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
}

/** For clusters of tests: as fast as possible, without durability. */
const disposableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: '200',
}

/** For filling an empty cluster in one transaction: new tables skip the write-ahead log. */
const loadingSettings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export interface ClusterUse {
  /** For tests and temporary clusters: faster, without durability. */
  readonly disposable: boolean
  /** For filling an empty cluster, with full durability. Lasts until the last process leaves the cluster. */
  readonly loading?: boolean
}

/** Settings for the command line of PostgreSQL, which override its configuration file. */
export function clusterSettings({ disposable, loading = false }: ClusterUse): Record<string, string> {
  return { ...settings, ...(loading && loadingSettings), ...(disposable && disposableSettings) }
}

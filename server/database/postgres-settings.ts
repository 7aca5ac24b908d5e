/** For a small machine that PostgreSQL shares with the program: modest memory, and nothing lost by a power cut. */
const settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // The first change of a page after a checkpoint is logged as the whole page. Compressing it, which this PostgreSQL can
  // do in its slow way alone, took a quarter of the time of a write; fewer checkpoints save more of the disk.
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'off',
  random_page_cost: '1.1',
  max_connections: '60',
  // Many small questions: compiling one, or giving it several cores, takes more from the others than it gains.
  jit: 'off',
  max_parallel_workers: '0',
  // Statements hold what people write. Failed ones reach the program as errors and need no second home.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
}

/** For clusters whose loss costs nothing: as fast as they get, and gone after a power cut. */
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

/** What PostgreSQL is started with, whatever its own configuration file says. */
export function clusterSettings(options: { disposable: boolean }): Record<string, string> {
  return options.disposable ? { ...settings, ...disposableSettings } : settings
}

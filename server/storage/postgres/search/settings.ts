// What a session that searches tells the planner.

/** It guesses for all values what is right for few, and has no reason to read a table whole (docs/explanation/postgres-search.md). */
export const PLANNED: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  work_mem: '64MB',
}

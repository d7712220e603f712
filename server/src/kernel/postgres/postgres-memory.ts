import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Memory settings of PostgreSQL, by their names. */
export interface PostgresMemory {
  /** Its own cache: a quarter of the memory, as its manual recommends, at most 4 GB, which is enough for a rental merchant. */
  readonly shared_buffers: string
  /** Not allocated: what the planner assumes to be cached by PostgreSQL and the system together. */
  readonly effective_cache_size: string
}

/** Settings for `bytes` of memory, which the embedded server shares with the server process and others. */
export function memoryFor(bytes: number): PostgresMemory {
  const megabytes = Math.floor(bytes / MB)
  return {
    shared_buffers: `${Math.min(4096, Math.max(128, Math.floor(megabytes / 4)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
  }
}

/** Memory of the machine, or the limit of the container, bytes. */
export function memoryAtHand(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

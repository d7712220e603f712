import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** What PostgreSQL may count on, as its settings name it. */
export interface PostgresMemory {
  /** Pages it keeps itself: a quarter of the memory, as its handbook advises; more than 4 GB serve no shop of ours. */
  readonly shared_buffers: string
  /** Taken by nobody: what the planner believes to be kept by PostgreSQL and the system together. */
  readonly effective_cache_size: string
}

/** The embedded server's share of `bytes` of memory: it lives beside the server process and whatever else runs here. */
export function memoryFor(bytes: number): PostgresMemory {
  const megabytes = Math.floor(bytes / MB)
  return {
    shared_buffers: `${Math.min(4096, Math.max(128, Math.floor(megabytes / 4)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
  }
}

/** Memory of the machine, or what the container that we run in may use of it; bytes. */
export function memoryAtHand(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

import { totalmem } from 'node:os'
import { describe, expect, it } from 'vitest'
import { memoryAtHand, memoryFor } from './postgres-memory.ts'

const GB = 1024 ** 3

describe('memory of the embedded PostgreSQL', () => {
  it('is a quarter of the memory, within limits', () => {
    expect(memoryFor(8 * GB)).toEqual({ shared_buffers: '2048MB', effective_cache_size: '4096MB' })
    expect(memoryFor(64 * GB).shared_buffers).toBe('4096MB')
    expect(memoryFor(GB / 4)).toEqual({ shared_buffers: '128MB', effective_cache_size: '256MB' })
  })

  it('is written in whole megabytes', () => {
    expect(memoryFor(3 * GB + 12_345)).toEqual({ shared_buffers: '768MB', effective_cache_size: '1536MB' })
  })

  it('never exceeds the memory of the machine', () => {
    expect(memoryAtHand()).toBeGreaterThan(0)
    expect(memoryAtHand()).toBeLessThanOrEqual(totalmem())
  })
})

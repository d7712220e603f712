import { useEffect } from 'react'
import { prefetch, useRead } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import type { Block, Days } from './blocks.ts'

/**
 * Reads a call for a range of days that the user scrolls. Each request covers more days than are shown and the next block is
 * prefetched, so a step within a block needs no request.
 */
export function useDays<I, O>(
  call: WireCall<I, O>,
  { asked, next }: Block,
  inputOf: (days: Days) => I,
  enabled = true,
) {
  const ahead = next && inputOf(next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the JSON text represents the input.
  useEffect(() => {
    if (enabled && ahead !== null) void prefetch(call, ahead)
  }, [enabled, call, JSON.stringify(ahead)])
  return useRead(call, inputOf(asked), { keepPrevious: true, enabled })
}

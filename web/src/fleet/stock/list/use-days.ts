import { useEffect } from 'react'
import { prefetch, useRead } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import type { Block, Days } from './blocks.ts'

/**
 * What a call answers about days that people turn. It is asked by blocks of more days than are shown, the next one beforehand:
 * days that are turned within a block only move what is drawn.
 */
export function useDays<I, O>(
  call: WireCall<I, O>,
  { asked, next }: Block,
  inputOf: (days: Days) => I,
  enabled = true,
) {
  const ahead = next && inputOf(next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text stands for what is asked.
  useEffect(() => {
    if (enabled && ahead !== null) void prefetch(call, ahead)
  }, [enabled, call, JSON.stringify(ahead)])
  return useRead(call, inputOf(asked), { keepPrevious: true, enabled })
}

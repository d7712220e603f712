import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Track = OutputOf<typeof calls.vehicleControl.track>

/** What was asked for, and what came. */
export interface Looked {
  readonly from: number
  readonly to: number
  readonly track: Track
}

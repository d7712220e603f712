import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Track = OutputOf<typeof calls.vehicleControl.track>

/** The period of a track query and its response. */
export interface Looked {
  readonly from: number
  readonly to: number
  readonly track: Track
}

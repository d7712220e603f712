import type { arrange } from '@cheyi/contract/arrange'
import type { OutputOf } from '@cheyi/contract/kernel/call'

/** Cars that could serve a stay. */
export type Candidates = OutputOf<typeof arrange.available>
export type Candidate = Candidates['list'][number]

export const canTake = ({ group }: Candidate): boolean => group !== 'conflict'

import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** The answer with the cars for a stay. */
export type Candidates = OutputOf<typeof calls.arrange.available>
export type Candidate = Candidates['list'][number]

export const canTake = ({ group }: Candidate): boolean => group !== 'conflict'

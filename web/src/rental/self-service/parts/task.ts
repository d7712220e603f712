import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type SelfTask = OutputOf<typeof calls.selfService.task>
export type SelfStep = SelfTask['gaps'][number]['step']
export type SelfCheck = OutputOf<typeof calls.selfService.check>

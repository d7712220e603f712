import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** A line of a toll, parking or charging bill. */
export type TollLine = OutputOf<typeof calls.toll.page>['list'][number]

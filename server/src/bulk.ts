import type { Work } from './job/work.ts'

/** Everything that takes long and is done in the background. */
export const bulk: readonly Work[] = []

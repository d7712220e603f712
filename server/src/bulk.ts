import type { Work } from './platform/job/work.ts'
import * as works from './works.ts'

/** Everything that takes long and is done in the background. */
export const bulk: readonly Work[] = Object.values(works).flatMap((one): readonly Work[] =>
  'check' in one ? [one.check, one.run] : [one].flat(),
)

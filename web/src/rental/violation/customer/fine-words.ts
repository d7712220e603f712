import { fineText } from '@cheyi/domain/rental/violation/violation'
import { say } from '../../../words/words.ts'

/** The fine of a violation for its customer; null: the authority has not decided yet. */
export const fineWords = (fine: number | null): string =>
  fine === null ? say('罚款待裁决') : say('罚款 {sum}', { sum: fineText(fine) })

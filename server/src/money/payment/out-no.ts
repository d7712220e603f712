import { formatLocal } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

/**
 * Our number of a payment (P), hold (H), capture (C), release (U) or refund (R), by which its provider knows it for ever. The time makes it
 * unlike any other: an id alone is given again after a restore, and by another installation that uses the same contract.
 */
export const outNoOf = ({ now }: Pick<Context, 'now'>, letter: 'P' | 'H' | 'C' | 'U' | 'R', id: string): string =>
  `${letter}${formatLocal(now, 'YYMMDDHHmmss')}${id.padStart(8, '0')}`

import { formatLocal } from '@cheyi/domain/time'
import type pg from 'pg'
import { onceMore } from '../http/unavailable.ts'
import { inTenant } from './db.ts'

const BLOCK = 20

/**
 * Readable numbers (`O` + yyMMdd + six digits of the merchant's sequence). Each process reserves a block in a short
 * separate transaction, so that bookings do not queue for one row; a block that is lost in a crash leaves a gap.
 */
export function createNumbers(pool: pg.Pool) {
  const blocks = new Map<string, { next: number; end: number }>()
  const reserving = new Map<string, Promise<void>>()

  /** @returns the first of the reserved numbers */
  function take(merchantId: string, prefix: string, now: number, count: number): Promise<number> {
    const scope = { merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
    // A block whose reservation was lost leaves a gap; it is never used.
    return onceMore(() =>
      inTenant(pool, { scope, now, readOnly: false }, async ({ query }) => {
        const [row] = await query<{ next: number }>(
          `insert into number_block (prefix, next) select $1, greatest(1, last_value) + $2 from number_floor
           on conflict (merchant_id, prefix) do update set next = greatest(number_block.next, (select last_value from number_floor)) + $2
           returning next - $2 as next`,
          [prefix, count],
        )
        return row!.next
      }),
    )
  }

  async function reserve(merchantId: string, prefix: string, now: number): Promise<void> {
    const next = await take(merchantId, prefix, now, BLOCK)
    blocks.set(`${merchantId}/${prefix}`, { next, end: next + BLOCK })
  }

  const numberOf = (prefix: string, now: number, serial: number) =>
    `${prefix}${formatLocal(now, 'YYMMDD')}${String(serial % 1_000_000).padStart(6, '0')}`

  async function nextNumber(merchantId: string, prefix: string, now: number): Promise<string> {
    const name = `${merchantId}/${prefix}`
    for (;;) {
      const block = blocks.get(name)
      if (block !== undefined && block.next < block.end) {
        return numberOf(prefix, now, block.next++)
      }
      // One reservation at a time; the others wait for it and check again.
      const running = reserving.get(name) ?? reserve(merchantId, prefix, now).finally(() => reserving.delete(name))
      reserving.set(name, running)
      await running
    }
  }

  /** Several numbers at once, reserved on their own. */
  async function nextNumbers(merchantId: string, prefix: string, now: number, count: number): Promise<string[]> {
    if (count === 0) return []
    const first = await take(merchantId, prefix, now, count)
    return Array.from({ length: count }, (_, i) => numberOf(prefix, now, first + i))
  }

  return { nextNumber, nextNumbers }
}

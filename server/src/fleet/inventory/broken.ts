import type { DamageKind } from '@cheyi/domain/rental/damage/codes'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'

/* Damage is recorded by rental, which registers how the page of a car finds what is broken. */

export interface BrokenPart {
  readonly part: string
  readonly kind: DamageKind | null
  readonly charged: number | null
  readonly status: Columns['damageOrder.status'] | null
  readonly orderId: string | null
  readonly orderKind: Columns['orderKind'] | null
  readonly at: number | null
}

type Find = (ctx: Context, vehicleId: string) => Promise<BrokenPart[]>

export let brokenParts: Find
awaitRegistration(() => (brokenParts === undefined ? ['brokenParts'] : []))

export function registerBrokenParts(find: Find): void {
  brokenParts = find
}

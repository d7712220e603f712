import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { badInput } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'

type Held = (ctx: Context, vehicleId: string) => Promise<string | null>
const held: Held[] = []

/** Registers a feature that may say why a vehicle cannot become the merchant's own. */
export const ownershipHeldBy = (one: Held) => void held.push(one)

/** @throws Refusal badInput (-2) for a vehicle of somebody else that becomes the merchant's own while an agreement is in force */
export async function requireOwnership(
  ctx: Context,
  { id, ownership }: { readonly id: string; readonly ownership: number },
  wanted: number,
): Promise<void> {
  if (wanted !== ownerships.code.own || ownership === wanted) return
  for (const one of held) {
    const why = await one(ctx, id)
    if (why !== null) throw badInput('ownership', why)
  }
}

import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** What an insurance case changes in the costs of its car today; negative: it lowers them. The caller posts the same to the ledger. */
export async function insuranceCost(ctx: Context, { vehicleId, caseId, fen, note }: InsuranceCost): Promise<void> {
  const today = localDate(ctx.now)
  await store.insert(ctx, [
    {
      vehicleId,
      kind: costKind.claim,
      fromOn: today,
      toOn: today,
      fen,
      note,
      source: costSource.insurance,
      refId: caseId,
    },
  ])
}
interface InsuranceCost {
  readonly vehicleId: string
  readonly caseId: string
  readonly fen: number
  readonly note: string
}

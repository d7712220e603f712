import { advance } from '@cheyi/domain/advance'
import { insuranceStatuses } from '@cheyi/domain/rental/insurance/codes'
import { insuranceSteps } from '@cheyi/domain/rental/insurance/insurance-case'
import type { ActionOf, FactsArgs } from '@cheyi/domain/step'
import { type Context, requireFound, requireVersion } from '../../kernel/context.ts'
import * as store from './store.ts'

/** The case of a step, under its lock. @throws Refusal notFound (-4), stale (-5) */
export async function lockCaseAtVersion(
  ctx: Context,
  { caseId, version }: { readonly caseId: string; readonly version: number },
): Promise<store.CaseRow> {
  const row = requireFound(await store.lock(ctx, caseId))
  requireVersion(version, row.version)
  return row
}

type Action = ActionOf<typeof insuranceSteps>

/** @throws Refusal insuranceStatusRefuses (8201), and those of the step's guard */
export const advanceCase = <A extends Action>(
  { status }: store.CaseRow,
  action: A,
  ...facts: FactsArgs<typeof insuranceSteps, A>
) => advance(insuranceSteps, action, status, ...facts)

export const savedCase = ({ status, version }: store.CaseRow) => ({ status, version })

/** Records a step in the log of the car. */
export async function note(ctx: Context, { id, vehicleId, status }: store.CaseRow, detail: object = {}): Promise<void> {
  const { plate = '' } = (await store.vehicle(ctx, vehicleId)) ?? {}
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicleId,
    after: { plate, insuranceCase: id, caseStatus: insuranceStatuses.text(status), ...detail },
  })
}

import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import type { HandlerOf } from '../../../kernel/context.ts'
import { batchOutcome, bulkWork, doEach, type Each, enqueue } from '../../../platform/job/actions.ts'
import { setLease } from './filing.ts'
import * as store from './store.ts'

/* Marks many contracts as filed with the police in one request. */

type Input = ParsedOf<typeof contract.violation.fileLeases>

export const fileEach = bulkWork<Input, Each>({
  kind: 'leaseBatch',
  key: 'illegal.handle',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { leases } = run.input
    const refused = await doEach(
      run,
      leases.map((_, at) => [at]),
      async (ctx, [at]) => {
        await setLease({ ...leases[at!]!, status: leaseFilingStatus.filed }, ctx)
        return []
      },
    )
    const plates = await run.read((ctx) =>
      store.platesOf(
        ctx,
        refused.map(({ at }) => leases[at]!.leaseId),
      ),
    )
    return batchOutcome(run, {
      noun: '备案',
      total: leases.length,
      left: refused.map(({ at, reason }) => ({
        row: at + 1,
        value: displayPlate(plates.get(leases[at]!.leaseId) ?? ''),
        reason,
      })),
    })
  },
})

/**
 * @throws Refusal badInput (-2) for a contract that is named twice, notFound (-4) for one that is not visible to the
 *   account, lineFull (-7)
 */
export const fileLeases: HandlerOf<'violation', 'fileLeases'> = async (input, ctx) => {
  const ids = input.leases.map(({ leaseId }) => leaseId)
  if (new Set(ids).size < ids.length) throw badInput('leases', '同一份合同只能选择一次')
  if ((await store.platesOf(ctx, ids)).size < ids.length) throw new Refusal('notFound', { field: 'leases' })
  const jobId = await enqueue(ctx, fileEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { count: ids.length } })
  return { jobId }
}

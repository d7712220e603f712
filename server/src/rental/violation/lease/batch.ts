import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import type { HandlerOf } from '../../../kernel/context.ts'
import { eachWork, enqueue } from '../../../platform/job/actions.ts'
import { setLease } from './filing.ts'
import * as store from './store.ts'

/* Marks many contracts as filed with the police in one request. */

type Input = ParsedOf<typeof contract.violation.fileLeases>

const idsOf = (leases: Input['leases']): string[] => leases.map(({ leaseId }) => leaseId)

export const fileEach = eachWork<Input, store.PlateRow>({
  kind: 'leaseBatch',
  key: 'violation.handle',
  noun: '备案',
  ids: ({ leases }) => idsOf(leases),
  read: store.platesOf,
  text: ({ plate }) => displayPlate(plate),
  act: (ctx, { leases }, at) => setLease({ ...leases[at]!, status: leaseFilingStatus.filed }, ctx),
})

/**
 * @throws Refusal badInput (-2) for a contract that is named twice, notFound (-4) for one that is not visible to the
 *   account, lineFull (-7)
 */
export const fileLeases: HandlerOf<'violation', 'fileLeases'> = async (input, ctx) => {
  const ids = idsOf(input.leases)
  if (new Set(ids).size < ids.length) throw badInput('leases', '同一份合同只能选择一次')
  if ((await store.platesOf(ctx, ids)).length < ids.length) throw new Refusal('notFound', { field: 'leases' })
  const jobId = await enqueue(ctx, fileEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { count: ids.length } })
  return { jobId }
}

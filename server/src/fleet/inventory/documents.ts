import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import {
  documentKind,
  insuranceKind,
  insuranceKinds,
  isDisposed,
  isInService,
} from '@cheyi/domain/fleet/inventory/codes'
import { lastCovered, unlawfulPeriods } from '@cheyi/domain/fleet/inventory/papers'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { followPolicy, type Premium } from '../cost/actions.ts'
import { closeForPapers, type Released } from '../stock/actions.ts'
import { papersOf } from './facts.ts'
import { lockVehicle, poolOf } from './life.ts'
import * as store from './store.ts'

type Feature = typeof contract.inventory
type Input = ParsedOf<Feature['saveDocument']>

/** Kinds with one document per vehicle; insurance policies follow each other, and other documents may be many. */
const single: readonly number[] = [documentKind.licence, documentKind.registration, documentKind.inspection]

/**
 * Saves, changes or removes a document of a vehicle; for insurance and inspection the stock is updated with the days on
 * which the vehicle may not be used.
 */
export const saveDocument: HandlerOf<'inventory', 'saveDocument'> = async (input, ctx) => {
  check(input)
  const vehicle = await lockVehicle(ctx, input.vehicleId, input.version)
  if (isDisposed(vehicle.lifecycle)) throw new Refusal('stale')
  const before = await store.documents(ctx, vehicle.id)
  const stored =
    input.documentId === undefined
      ? before.find((one) => single.includes(one.kind) && one.kind === input.kind)
      : requireFound(before.find((one) => one.id === input.documentId && one.kind === input.kind))
  const id = stored?.id ?? (await newId(ctx))
  const { kind, no, insurer } = input
  const mediaIds = input.removed ? [] : input.mediaIds
  const values = {
    kind,
    insuranceKind: kind === documentKind.policy ? input.insuranceKind! : null,
    no,
    insurer,
    startOn: input.startOn ?? null,
    endOn: input.endOn ?? null,
    amountFen: input.amount ?? null,
    sumInsuredFen: kind === documentKind.policy ? (input.sumInsured ?? null) : null,
    mediaIds,
  }
  if (stored === undefined && input.removed) throw new Refusal('notFound')
  if (stored === undefined) await store.insertDocuments(ctx, [{ id, vehicleId: vehicle.id, ...values }])
  else await store.updateDocument(ctx, id, input.removed ? { removedAt: ctx.now } : values)
  const bound = { biz: 'vehicle', bizId: id } as const
  await linkMedia(ctx, mediaIds, bound)
  await unlinkMedia(ctx, stored?.mediaIds.filter((one) => !mediaIds.includes(one)) ?? [], bound)

  const [paid, due] = [premiumOf(stored), input.removed ? null : premiumOf(values)]
  if (kind === documentKind.policy && !alike(paid, due)) {
    const note = [insuranceKinds.text((stored ?? values).insuranceKind!), insurer, no].filter(Boolean).join(' ')
    await followPolicy(ctx, { id, vehicleId: vehicle.id, note }, due)
  }

  const { version, released } = await tellDays(ctx, vehicle)
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicle.id,
    ...(stored === undefined ? {} : { before: { kind: stored.kind, endOn: stored.endOn } }),
    after: { kind: input.kind, endOn: input.removed ? null : values.endOn, removed: input.removed ?? false },
  })
  return { documentId: id, version, released }
}

/** What a policy costs over its period; null where one of the three is not known, as of an imported one. */
const premiumOf = (row: Pick<store.DocumentRow, 'startOn' | 'endOn' | 'amountFen'> | undefined): Premium | null =>
  row?.amountFen && row.startOn !== null && row.endOn !== null
    ? { from: row.startOn, to: row.endOn, fen: row.amountFen }
    : null

const alike = (a: Premium | null, b: Premium | null): boolean =>
  a?.from === b?.from && a?.to === b?.to && a?.fen === b?.fen

function check(input: Input): void {
  if (input.removed) return
  const { kind, startOn, endOn, amount } = input
  if (kind === documentKind.policy && input.insuranceKind === undefined) throw badInput('insuranceKind', '请选择险种')
  if ((kind === documentKind.policy || kind === documentKind.inspection) && endOn === undefined)
    throw badInput('endOn', '请选择到期日期')
  if (kind === documentKind.policy && amount && startOn === undefined)
    throw badInput('startOn', '保费按保险期间计入车辆费用，请选择生效日期')
  if (startOn !== undefined && endOn !== undefined && startOn > endOn)
    throw badInput('endOn', '到期日期不能早于生效日期')
}

/** Updates the expiry days in the list, and the times without valid documents in the stock. */
export async function tellDays(
  ctx: Context,
  vehicle: store.VehicleTable,
): Promise<{ version: number; released: Released[] }> {
  const documents = await store.documents(ctx, vehicle.id)
  const inspection = documents.find((one) => one.kind === documentKind.inspection)
  const after = store.update(ctx, vehicle, {
    insuranceExpireOn: lastCovered(store.coversOf(documents, insuranceKind.compulsory)),
    commercialExpireOn: lastCovered(store.coversOf(documents, insuranceKind.commercial)),
    inspectionExpireOn: inspection?.endOn ?? null,
  })
  if (!isInService(vehicle.lifecycle)) return { version: after.version, released: [] }
  const times = unlawfulPeriods(papersOf(after, documents), localDate(ctx.now))
  const released = await closeForPapers(ctx, poolOf(vehicle), [{ vehicleId: vehicle.id, times }])
  return { version: after.version, released }
}

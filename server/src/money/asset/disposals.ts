import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { isDisposed } from '@cheyi/domain/fleet/inventory/codes'
import { assetAt, gainOf, taxOfDisposal } from '@cheyi/domain/money/asset/asset'
import { disposalTaxes } from '@cheyi/domain/money/asset/codes'
import { disposalReceiptEntry } from '@cheyi/domain/money/asset/entries'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { badInput } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { followDisposal, forgetDisposal, holdOpenFrom } from '../../fleet/cost/actions.ts'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { postSettlement, reversePosted } from '../payment/actions.ts'
import { postingOf } from './post.ts'
import * as store from './store.ts'

/* Disposals of cars (处置). They are posted when their month is closed, with the depreciation of that month; money that came before is posted at once. */

/** Posts the price of a sold car where its disposal is or will be in the books. */
async function postReceipt(ctx: Context, row: Receipt, on: LocalDate): Promise<boolean> {
  const isPosted =
    row.proceedsFen > 0 && (row.bookedOn !== null || (await postingOf(ctx, monthOf(row.disposedOn))) !== undefined)
  if (isPosted)
    await postSettlement(ctx, disposalReceiptEntry(row.id, row.proceedsFen), {
      storeId: null,
      way: payWay.bank,
      postedOn: on,
    })
  return isPosted
}
type Receipt = Pick<store.DisposalRow, 'id' | 'proceedsFen' | 'bookedOn' | 'disposedOn'>

/**
 * Records that a car was sold or scrapped.
 * @throws Refusal notFound (-4), badInput (-2) for a car that is still in the fleet or was recorded, or a wrong day
 */
export const dispose: HandlerOf<'asset', 'dispose'> = async (input, ctx) => {
  const { vehicleId, disposedOn, proceeds: proceedsFen, taxKind, buyer, received, note } = input
  const openFrom = await holdOpenFrom(ctx)
  const car = requireFound(await store.lockCar(ctx, vehicleId))
  if (!car.own) throw badInput('vehicleId', '该车辆不是自有或融资租赁车辆')
  if (!isDisposed(car.lifecycle)) throw badInput('vehicleId', '请先在车辆档案中将该车改为已处置')
  if ((await store.disposalOf(ctx, vehicleId)) !== undefined) throw badInput('vehicleId', '该车辆已登记处置')
  if (disposedOn > localDate(ctx.now)) throw badInput('disposedOn', '处置日期不能晚于今天')
  if (car.boughtOn !== null && disposedOn < car.boughtOn) throw badInput('disposedOn', '处置日期不能早于购置日期')
  const inBooks =
    (await postingOf(ctx, monthOf(disposedOn))) !== undefined || (await store.postedOf(ctx, vehicleId)).length > 0
  if (inBooks && openFrom !== null && disposedOn < openFrom)
    throw badInput('disposedOn', `该月已结账，请填 ${openFrom} 及以后的日期`)
  const taxFen = taxOfDisposal(proceedsFen, taxKind)
  const id = await newId(ctx)
  const saleFen = proceedsFen - (await store.saleCosts(ctx, vehicleId))
  await store.insertDisposal(ctx, { id, vehicleId, disposedOn, buyer, proceedsFen, taxKind, taxFen, note })
  await followDisposal(ctx, { id, vehicleId, disposedOn }, saleFen)
  if (received) {
    const isPosted = await postReceipt(ctx, { id, proceedsFen, disposedOn, bookedOn: null }, disposedOn)
    await store.setReceived(ctx, id, disposedOn, isPosted)
  }
  const month = monthOf(disposedOn)
  const [asset] = await store.assets(ctx, month, { vehicleId }, { after: null, limit: 1 })
  const gain = gainOf({ proceedsFen, taxFen, netFen: assetAt(asset!, month).netFen })
  ctx.audit({
    targetType: 'assetDisposal',
    targetId: id,
    after: { plate: car.plate, disposedOn, buyer, proceeds: proceedsFen, disposalTax: disposalTaxes.text(taxKind) },
  })
  return { disposalId: id, gain }
}

/** @throws Refusal notFound (-4), stale (-5), badInput (-2) for one that was received */
export const disposalReceive: HandlerOf<'asset', 'disposalReceive'> = async ({ disposalId, version }, ctx) => {
  await holdOpenFrom(ctx)
  const row = requireFound(await store.lockDisposal(ctx, disposalId))
  requireVersion(version, row.version)
  if (row.receivedOn !== null) throw badInput('disposalId', '该处置款已登记到账')
  const today = localDate(ctx.now)
  await store.setReceived(ctx, disposalId, today, await postReceipt(ctx, row, today))
  ctx.audit({ targetType: 'assetDisposal', targetId: disposalId, after: { received: today, amount: row.proceedsFen } })
  return { version: version + 1 }
}

/**
 * Takes back a disposal that was recorded wrongly, to record it again: what is posted of it is reversed today (J21).
 * @throws Refusal notFound (-4), stale (-5), badInput (-2) for one whose money a statement of the bank shows
 */
export const disposalCancel: HandlerOf<'asset', 'disposalCancel'> = async ({ disposalId, version, reason }, ctx) => {
  await holdOpenFrom(ctx)
  const row = requireFound(await store.lockDisposal(ctx, disposalId))
  requireVersion(version, row.version)
  if (await store.isReceiptMatched(ctx, disposalId))
    throw badInput('disposalId', '处置款已与银行流水匹配，请先在银行流水中撤销匹配')
  await store.cancelDisposal(ctx, disposalId, reason)
  await forgetDisposal(ctx, row)
  if (row.receivedPosted) await reversePosted(ctx, disposalReceiptEntry(row.id, row.proceedsFen).idemKey, reason)
  if (row.bookedOn !== null && row.costFen! + row.proceedsFen > 0) await reversePosted(ctx, `J30:${row.id}`, reason)
  ctx.audit({
    targetType: 'assetDisposal',
    targetId: disposalId,
    before: { disposedOn: row.disposedOn, proceeds: row.proceedsFen },
    after: { reason },
  })
  return {}
}

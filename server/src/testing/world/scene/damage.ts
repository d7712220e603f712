import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'
import { makeInsurance } from './insurance.ts'

/** Cases of damage of an order, and those with insurers of its car: one to deduct, one to close, one that was paid; and pictures of one to come. */
export async function makeDamage(
  t: TestApp,
  w: World,
  orderId: string,
  media: (biz: 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const options = { token: w.tokens.owner }
  const open = async (assess: boolean) => {
    const { id } = await t.call(
      contract.damage.save,
      {
        orderId,
        parts: [{ part: 'bonnet', kind: damageKind.scratch, amount: 200 }],
        liability: liabilities.code.customer,
        photoIds: [await media('voucher')],
        assess,
      },
      options,
    )
    return id
  }
  const closed = async () => {
    const id = await open(false)
    await t.call(contract.damage.save, { orderId, id, close: { reason: '登记有误' } }, options)
    return id
  }
  const damagePaid = await open(true)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.damage, refId: damagePaid, amount: 200, payWay: payWay.cash },
    options,
  )
  const { rows } = await t.root.query('select vehicle_id from damage_order where id = $1', [damagePaid])
  return {
    ...(await makeInsurance(t, w, { vehicleId: rows[0].vehicleId, damageId: await closed() }, media)),
    damagedCar: rows[0].vehicleId,
    damagePaid,
    damageCase: await open(true),
    damageToClose: await open(false),
    damagePhoto: await media('voucher'),
    damageVoucher: await media('voucher'),
  }
}

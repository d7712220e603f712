import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerAgreementKind, ownerKind, ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { addDays, addMonths, HOUR, startOfDate } from '@cheyi/domain/time'
import { keepAllFigures } from '../../insight/data/actions.ts'
import { lastWork } from '../last-work.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'
import { takePictures } from '../pictures.ts'

/** Owners of managed cars, and what becomes of their statements of the last three months, the oldest first. */
const owners = [
  {
    file: { kind: ownerKind.person, name: '沈国强', phone: '13917702561', identityNo: '310104197503021234' },
    bank: { bank: '招商银行上海徐汇支行', bankAccount: '6225880212345678' },
    cars: 3,
    terms: {
      kind: ownerAgreementKind.share,
      shareBp: 7000,
      costKinds: [costKind.maintenance, costKind.repair, costKind.insurance, costKind.inspection],
    },
    until: ['confirmed', 'paid', 'sent'],
  },
  {
    file: { kind: ownerKind.company, name: '顺安汽车服务部', phone: '13601894437', identityNo: '91310112MA1GC7T88K' },
    bank: { bank: '工商银行上海闵行支行', bankAccount: '1001234509200145678' },
    cars: 2,
    terms: { kind: ownerAgreementKind.rent, rent: 280_000, fee: 15_000, costKinds: [costKind.insurance] },
    until: ['paid', 'objected', 'draft'],
  },
] as const

type Stop = (typeof owners)[number]['until'][number]
const order: readonly Stop[] = ['draft', 'sent', 'confirmed', 'paid']

/** Two owners, five of the cars that earn most, and their statements in every state. */
export async function settleOwners(
  stage: Stage,
  { now, cast, pictures }: Pick<Scene, 'now' | 'cast' | 'pictures'>,
): Promise<void> {
  const { finance, manager } = cast
  const ctx = await stage.context(manager, now)
  await keepAllFigures(ctx)
  const { at: lastAt, today } = lastWork(now)
  const month = monthOf(today)
  const cars = await ctx.query<{ id: string }>(
    `update vehicle set ownership = ${ownerships.code.cooperation} where id in (
       select vehicle_id from figure_car where vehicle_id <> 0 and month >= $1::date group by 1 order by sum(rent_fen) desc limit 5)
     returning id`,
    [addMonths(month, -3)],
  )
  const { owner } = contract
  const begun = addMonths(month, -3)
  const picture = async (at: number) => takePictures(await stage.context(finance, at), pictures, 'voucher', ['paper'])
  for (const { file, bank, terms, ...of } of owners) {
    const enter = stage.as(finance, startOfDate(begun))
    const { ownerId } = await enter(owner.create, { ...file, ...bank })
    for (const { id: vehicleId } of cars.splice(0, of.cars))
      await enter(owner.agree, { ownerId, vehicleId, from: begun, ...terms, costKinds: [...terms.costKinds] })
    for (const [n, until] of of.until.entries()) {
      const settled = addMonths(begun, n)
      const at = Math.min(startOfDate(addDays(addMonths(settled, 1), 4)) + 10 * HOUR, lastAt)
      const act = stage.as(finance, at)
      const shown = async () => {
        const { list } = await act(owner.statements, { ownerId, month: settled })
        return act(owner.statement, { statementId: list[0]!.statementId })
      }
      const which = async () => {
        const { statementId, version, due } = await shown()
        return { statementId, version, due }
      }
      const reaches = (stop: Stop) =>
        until === 'objected' ? stop === 'sent' : order.indexOf(until) >= order.indexOf(stop)
      await act(owner.make, { month: settled, ownerId })
      if (reaches('sent')) await act(owner.send, await which())
      if (reaches('confirmed')) await act(owner.confirm, { ...(await which()), signedIds: await picture(at) })
      const { due, ...confirmed } = await which()
      // A month that cost more than it earned is carried to the next one.
      if (reaches('paid') && due > 0)
        await act(owner.pay, {
          ...confirmed,
          payWay: payWay.bank,
          slipNo: `CMB${confirmed.statementId}`,
          voucherIds: await picture(at),
        })
      // The owner answers on the own page, whose call has no actor of the merchant.
      if (until === 'objected')
        await ctx.query('update owner_statement set state = $2, objection = $3, version = version + 1 where id = $1', [
          (await which()).statementId,
          ownerStatementState.objected,
          '15日至18日车辆在维修，请核对租金天数',
        ])
    }
  }
}

import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { ownerAgreementKind } from '@cheyi/domain/insight/owner/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeAll, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { booksAgree, moneyFaults } from '../../../testing/world/bookings.ts'
import { car, finance, owner, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { agree, follow, make, newOwner, send, statementOf, which } from '../../../testing/world/owners.ts'

/* A wrong amount of an insurance case, of an owner's statement or of a car's costs is found by `check:money`. */

sharedMerchant({ cars: 3, now: at('11-03T09:00') })

const { cost, insurance, owner: owners } = contract

beforeAll(async () => {
  const vehicleId = car(1).id
  const { caseId } = await t.call(
    insurance.create,
    { vehicleId, occurAt: t.clock.now() - HOUR, place: '南京西路' },
    owner(),
  )
  const of = async () => ({ caseId, version: (await t.call(insurance.detail, { caseId }, owner())).version })
  await t.call(insurance.report, { ...(await of()), reportNo: 'PA77', reportedAt: t.clock.now() }, owner())
  const paperIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  await t.call(insurance.assess, { ...(await of()), assessed: 9000, paperIds }, owner())
  await t.call(insurance.submit, { ...(await of()), claimed: 8000 }, owner())
  await t.call(insurance.receive, { ...(await of()), amount: 3000 }, finance())
  await t.call(cost.add, { vehicleId, kind: costKind.parking, from: '2026-11-03', fen: 500 }, owner())

  const ownerId = await newOwner('沈国强', '13761234599')
  await agree(ownerId, car(2).id, { kind: ownerAgreementKind.affiliated, shareBp: 0, fee: 30_000, costKinds: [] })
  await follow()
  await make()
  await send(ownerId)
  const signedIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(owners.confirm, { ...which(await statementOf(ownerId)), signedIds }, finance())
})

it('finds nothing in what the calls have written', () => booksAgree(t))

it.each<[string, string, string[]]>([
  ['money received', 'insurance_case set received_fen = 3001', ['保险案件待收赔款与账簿不一致']],
  [
    'a claim',
    'insurance_case set booked_fen = 8100',
    ['保险案件待收赔款与账簿不一致', '保险案件赔款与账簿不一致', '保险案件 PA77 的赔款与车辆成本不一致'],
  ],
  ['a share', 'owner_statement_car set owner_fen = -29999', ['2026-11 车主结算单 N 的分成与车辆成本不一致']],
  [
    'a statement',
    'owner_statement set owner_fen = -29999',
    ['车主结算单分成与账簿不一致', '车主结算单待付款与账簿不一致'],
  ],
  ['a payment', 'owner_statement set state = 4', ['车主结算单待付款与账簿不一致']],
  [
    'the costs of a month',
    'vehicle_cost_month set running_fen = running_fen + 1 where running_fen <> 0',
    ['2026-11 车辆 N 的成本合计与明细不一致（日常）'],
  ],
  [
    'the share of a month',
    'vehicle_cost_month set owner_fen = 0',
    ['2026-11 车辆 N 的成本合计与明细不一致（车主分成）'],
  ],
])('finds %s that was changed in its row', async (_, change, words) => {
  await t.root.query('begin')
  // Without the triggers that refuse the change.
  await t.root.query('set local session_replication_role = replica')
  await t.root.query(`update ${change}`)
  const found = (await moneyFaults(t)).map(({ what }) => what.replace(/(结算单|车辆) \d+/, '$1 N'))
  await t.root.query('rollback')
  expect(found.toSorted()).toEqual(words.toSorted())
})

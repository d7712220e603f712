import { randomInt } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerAgreementKind, ownerKind } from '@cheyi/domain/insight/owner/codes'
import { beforeEach, expect } from 'vitest'
import { at } from '../at.ts'
import { followEvents } from '../jobs.ts'
import { codeTo } from '../sms.ts'
import { finance, t, w } from './merchant.ts'

/* Owners of managed cars and their statements, by the calls of real use. */

const { owner } = contract
const NOVEMBER = '2026-11-01'
const car = () => w.vehicles.lavida[0]!.id

export let mobile = ''
/**
 * Each test of this file has a mobile of its own: codes to one phone are limited over all files, whose clocks begin at the same time, and
 * which share their modules.
 */
export function mobilesOfTests(): void {
  beforeEach(() => {
    mobile = `137${String(randomInt(100_000_000)).padStart(8, '0')}`
  })
}

export async function newOwner(name = '沈国强', phone = mobile): Promise<string> {
  const file = { kind: ownerKind.person, name, phone, bank: '招商银行上海分行' }
  const { ownerId } = await t.call(
    owner.create,
    { ...file, identityNo: '310104197503021234', bankAccount: '6225880212345678' },
    finance(),
  )
  return ownerId
}

/** The merchant does not own these cars. */
export const leaveOwnership = (...ids: string[]) =>
  t.root.query('update vehicle set ownership = $2 where id = any ($1::bigint[])', [ids, ownerships.code.cooperation])

export const share = { kind: ownerAgreementKind.share, shareBp: 7000, costKinds: [costKind.repair, costKind.parking] }
export async function agree(ownerId: string, vehicleId = car(), terms: object = {}) {
  await leaveOwnership(vehicleId)
  const input = { ownerId, vehicleId, from: '2026-10-15', ...share, ...terms }
  return (await t.call(owner.agree, input, finance())).agreementId
}

export async function follow(now = at('12-05T10:00')): Promise<void> {
  t.clock.set(now)
  await t.root.query('delete from follower where merchant_id = $1', [w.merchantId])
  await followEvents(t)
}

export const make = (month = NOVEMBER, more: object = {}) => t.call(owner.make, { month, ...more }, finance())
export async function statementOf(ownerId: string, month = NOVEMBER) {
  const { list } = await t.call(owner.statements, { ownerId, month }, finance())
  expect(list).toHaveLength(1)
  return t.call(owner.statement, { statementId: list[0]!.statementId }, finance())
}
export const which = ({ statementId, version }: { statementId: string; version: number }) => ({ statementId, version })
export const send = async (ownerId: string, month = NOVEMBER) =>
  t.call(owner.send, which(await statementOf(ownerId, month)), finance())
export async function linkOf(ownerId: string): Promise<string> {
  const { url } = await t.call(owner.link, { ownerId, way: 2 }, finance())
  return new URL(url).searchParams.get('t')!
}
export async function passOf(link: string, to = mobile) {
  t.clock.advance(61_000)
  await t.call(owner.otp, { t: link }, {})
  const { pass } = await t.call(owner.enter, { t: link, smsCode: await codeTo(t, to) }, {})
  return { headers: { 'x-link-pass': pass } }
}

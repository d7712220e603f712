import { contract } from '@cheyi/contract/index'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { DAY } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { codeTo } from '../../testing/sms.ts'
import { finance, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import {
  agree,
  follow,
  linkOf,
  make,
  mobile,
  mobilesOfTests,
  newOwner,
  passOf,
  send,
  statementOf,
} from '../../testing/world/owners.ts'

ownMerchant({ cars: 3, now: at('11-03T09:00') })
mobilesOfTests()
const { owner } = contract
const s = ownerStatementState
const car = (index = 0) => w.vehicles.lavida[index]!.id

describe('the page of an owner', () => {
  /** Two owners with a statement each that was sent. */
  async function two() {
    const ids = [await newOwner(), await newOwner('周家车行', '13761234592')]
    for (const [n, ownerId] of ids.entries()) await agree(ownerId, car(n))
    await follow()
    await make()
    for (const ownerId of ids) await send(ownerId)
    return ids as [string, string]
  }

  it('shows and answers only what is theirs', async () => {
    const [mine, theirs] = await two()
    const link = await linkOf(mine)
    const by = await passOf(link)
    const page = await t.call(owner.own, { t: link }, by)
    expect(page.cars.map(({ plate }) => plate)).toEqual([w.vehicles.lavida[0]!.plate])
    expect(JSON.stringify(page)).not.toContain(w.vehicles.lavida[1]!.plate)
    const { statementId } = await statementOf(theirs)
    expect(await t.send(owner.answer, { t: link, statementId }, by)).toMatchObject({ errorCode: 5301 })
    expect(await statementOf(theirs)).toMatchObject({ state: s.sent })
    const otherPass = await passOf(await linkOf(theirs), '13761234592')
    expect(await t.send(owner.own, { t: link }, otherPass)).toMatchObject({ errorCode: 5306 })
  })

  it('needs the code of their phone, which is not guessed', async () => {
    const [mine] = await two()
    const link = await linkOf(mine)
    expect(await t.send(owner.own, { t: link })).toMatchObject({ errorCode: 5305 })
    t.clock.advance(61_000)
    await t.call(owner.otp, { t: link }, {})
    expect(await t.send(owner.otp, { t: link })).toMatchObject({ errorCode: 1005 })
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++)
      expect(await t.send(owner.enter, { t: link, smsCode: wrong })).toMatchObject({ errorCode: 1006 })
    expect(await t.send(owner.enter, { t: link, smsCode: code })).toMatchObject({ errorCode: 1006 })
  })

  it('ends with its time, with a newer link, and when it is revoked, and opens no page of a customer', async () => {
    const [mine] = await two()
    const gone = { errorCode: 5301 }
    const first = await linkOf(mine)
    const by = await passOf(first)
    expect(await t.send(contract.violation.door, { t: first })).toMatchObject(gone)
    const second = await linkOf(mine)
    expect(await t.send(owner.own, { t: first }, by)).toMatchObject(gone)
    expect((await t.call(owner.detail, { ownerId: mine }, finance())).linkUntil).not.toBeNull()
    await t.call(owner.revokeLink, { ownerId: mine }, finance())
    expect(await t.send(owner.door, { t: second })).toMatchObject(gone)
    const third = await linkOf(mine)
    t.clock.advance(31 * DAY)
    expect(await t.send(owner.door, { t: third })).toMatchObject(gone)
  })
})

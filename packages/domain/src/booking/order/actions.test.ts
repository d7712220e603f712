import { describe, expect, it } from 'vitest'
import { defaultRoleOf, keysOf, permissionKeys, type RoleLetter } from '../../permission.ts'
import { MINUTE } from '../../time.ts'
import { type ActionFacts, offersOf } from './actions.ts'
import { orderKind, orderStatus, orderStatuses } from './codes.ts'
import { kindsOpenTo, orderProfiles, profileOf } from './kinds.ts'
import { offerTarget } from './offers.ts'

const all = new Set<string>(permissionKeys)
const plain: ActionFacts = {
  status: orderStatus.confirmed,
  owedFen: 0,
  pendingRefunds: null,
  heldDepositFen: 0,
}
const labels = (change: Partial<ActionFacts>, held = all) =>
  offersOf({ ...plain, ...change }, held).map((offer) => `${offer.primary ? '*' : ''}${offer.label}`)
const role = (letter: RoleLetter) => new Set<string>(keysOf(defaultRoleOf(letter).menuIds))

describe('actions that an order offers', () => {
  it.each([
    [orderStatus.notSubmitted, ['删除']],
    [orderStatus.submitted, ['*收款', '退款重试', '取消']],
    [orderStatus.confirming, ['*接单', '收款', '退款重试', '拒绝', '取消']],
    [orderStatus.confirmed, ['*排车', '收款', '退款重试', '取消']],
    [orderStatus.arranged, ['*取车', '收款', '改派', '退款重试', '取消']],
    [orderStatus.pickedUp, ['*还车', '收款', '换车', '退款重试', '扣款']],
    [orderStatus.returned, ['*退款重试', '收款', '退押金', '扣款']],
    [orderStatus.cancelling, ['*退款重试', '收款', '退押金']],
    [orderStatus.cancelled, ['收款', '退款重试', '退押金']],
  ])('in status %i with debt, deposit and a stuck refund: %j', (status, expected) => {
    const facts = { status, owedFen: 1, heldDepositFen: 1, deductibleFen: 1, pendingRefunds: 'failed' } as const
    expect(labels(facts)).toEqual(expected)
  })

  it.each(orderStatuses.values.flatMap((status) => [[status, 0] as const, [status, 1] as const]))(
    'in status %i, %i fen to prepay, at most one primary, and it comes first',
    (status, prepayDueFen) => {
      const offers = offersOf(
        { ...plain, status, owedFen: 1, prepayDueFen, heldDepositFen: 1, pendingRefunds: 'failed' },
        all,
      )
      expect(offers.slice(1).some((offer) => offer.primary)).toBe(false)
    },
  )

  it('collects the prepayment of a booking first; then the car is assigned', () => {
    const due = { owedFen: 10, prepayDueFen: 3 }
    expect(labels(due)).toEqual(['*收预付款', '排车', '取消'])
    expect(labels({ ...due, prepayDueFen: 0 })).toEqual(['*排车', '收款', '取消'])
    expect(labels({ ...due, status: orderStatus.arranged })).toEqual(['*取车', '收预付款', '改派', '取消'])
    expect(labels(due, new Set(['order.arrange']))).toEqual(['*排车'])
  })

  it('begins a long rental with what is due: an instalment, its return near the end, and nothing in between', () => {
    const long = { status: orderStatus.pickedUp, owedFen: 1 }
    expect(labels({ ...long, endsLater: true })).toEqual(['收款', '还车', '换车'])
    expect(labels({ ...long, endsLater: true, instalmentDue: true })).toEqual(['*收分期', '还车', '换车'])
    expect(labels({ ...long, endsLater: true, instalmentDue: true, detail: true })).toEqual(
      expect.arrayContaining(['*收分期', '收款', '还车']),
    )
    expect(labels({ ...long, endsLater: false })).toEqual(['*还车', '收款', '换车'])
  })

  it('hides actions that are not needed', () => {
    expect(labels({ status: orderStatus.returned })).toEqual([])
    expect(labels({ status: orderStatus.cancelled })).toEqual([])
  })

  it('offers to release a deposit whose release is not confirmed yet, but not to deduct from it', () => {
    expect(labels({ status: orderStatus.returned, heldDepositFen: 1, deductibleFen: 0 })).toEqual(['退押金'])
  })

  it('deducts what is owed, and says why it cannot while nothing is', () => {
    const held = { status: orderStatus.returned, heldDepositFen: 1, deductibleFen: 1 }
    const blockOf = (owedFen: number) =>
      offersOf({ ...plain, ...held, owedFen }, all).find(({ code }) => code === 'deduct')!.block
    expect([blockOf(1), blockOf(0)]).toEqual([null, { key: 'nothingOwed' }])
  })

  it('offers a refund by hand when only its voucher is missing', () => {
    expect(labels({ status: orderStatus.cancelling, pendingRefunds: 'byHand' })).toEqual(['*线下退款'])
  })

  it('hides what the role may not do', () => {
    expect(labels({ status: orderStatus.arranged, owedFen: 1 }, role('C'))).toEqual(['*取车', '收款', '改派'])
    expect(labels({ status: orderStatus.arranged, owedFen: 1 }, role('S'))).toEqual(['改派', '取消'])
    expect(labels({ status: orderStatus.confirming }, role('Q'))).toEqual(['*接单', '拒绝'])
    expect(labels({ status: orderStatus.arranged }, new Set())).toEqual([])
  })

  it('shows an undo with the reason that blocks it', () => {
    const undoPickup = { now: 31 * MINUTE, confirmedAt: 0, undoMinutes: 30, followed: null }
    const offers = (now: number) =>
      offersOf({ ...plain, status: orderStatus.pickedUp, undoPickup: { ...undoPickup, now } }, all)
    expect(offers(undoPickup.now).at(-1)).toMatchObject({
      code: 'undoPickup',
      label: '撤销取车',
      primary: false,
      block: { key: 'undoExpired' },
    })
    expect(offers(0).at(-1)).toMatchObject({ block: null })
  })

  it('names the screen of each action', () => {
    const arranged = offersOf({ ...plain, status: orderStatus.arranged }, all)
    expect(arranged.map((offer) => offerTarget(offer.code)?.screen)).toEqual(['pickup', 'arrange-vehicles', 'cancel'])
    expect(offerTarget('cancel')?.danger).toBe(true)
    expect(offerTarget('accept')).toEqual({ screen: null, danger: false })
    expect(offerTarget('teleport')).toBeNull()
  })
})

describe('the two kinds of orders', () => {
  it('have their own pages and permissions', () => {
    expect(orderProfiles.map((profile) => profile.base)).toEqual(['/order', '/long-order'])
    expect(profileOf(orderKind.short).pageKey).toBe('order.list')
    expect(profileOf(orderKind.long).createKey).toBe('longOrder.create')
  })

  it('are open to accounts with the page permission', () => {
    expect(kindsOpenTo(all)).toEqual([orderKind.short, orderKind.long])
    expect(kindsOpenTo(role('V'))).toEqual([orderKind.short])
    expect(kindsOpenTo(new Set())).toEqual([])
  })
})

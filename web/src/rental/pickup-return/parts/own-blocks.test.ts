import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { describe, expect, it } from 'vitest'
import { ownBlocks } from './own-blocks.ts'

const phone = { uploads: { items: [] }, online: true }
const { settlement } = returnStep

/** What is missing of the money of a return. */
const missing = (paying: Partial<Parameters<typeof ownBlocks>[1]>) =>
  ownBlocks(
    phone,
    { machine: null, left: 0, method: expenseSettle.offline, way: payWay.cash, slipNo: '', vouchers: [], ...paying },
    settlement,
    false,
  ).map(({ step, text, overridable }) => ({ step, text, overridable }))

const said = (text: string) => [{ step: settlement, text, overridable: false }]

describe('what is completed at the card machine', () => {
  const completed = (typed: { captured?: number | null; slipNo?: string }, vouchers: { status: string }[] = []) =>
    missing({
      method: expenseSettle.deposit,
      way: undefined,
      machine: { most: 300_000, captured: 200_000, slipNo: '', set() {}, ...typed },
      vouchers,
    })

  it('is not done before the number of its slip is there, and right', () => {
    expect(completed({})).toEqual(said('请填写流水号'))
    expect(completed({ slipNo: '  ' })).toEqual(said('请填写流水号'))
    expect(completed({ slipNo: '押一' })).toEqual(said('流水号为4-64位字母或数字'))
    expect(completed({ slipNo: ' 20261122 ' })).toEqual([])
  })
  it('is not more than is frozen', () => {
    expect(completed({ captured: 300_001, slipNo: '20261122' })).toEqual(said('预授权完成金额不能超过¥3,000.00'))
  })
  it('has no slip where nothing is completed', () => {
    expect(completed({ captured: 0 })).toEqual([])
    expect(completed({ captured: null })).toEqual([])
  })
  it('waits for the pictures of its slip', () => {
    const vouchers = [{ status: 'uploading' }, { status: '' }]
    expect(completed({ slipNo: '20261122' }, vouchers)).toEqual(said('还有 1 张收款凭证在上传'))
    expect(completed({ captured: 0 }, vouchers)).toEqual([])
  })
})

describe('what is paid at the counter', () => {
  it('names its way, and waits for its pictures', () => {
    expect(missing({})).toEqual([])
    expect(missing({ way: undefined })).toEqual(said('请选择收款方式'))
    expect(missing({ way: payWay.pos, slipNo: '押一' })).toEqual(said('流水号为4-64位字母或数字'))
    expect(missing({ way: payWay.cash, slipNo: '押一' })).toEqual([])
    expect(missing({ vouchers: [{ status: 'failed' }] })).toEqual(said('1 张收款凭证上传失败，请重试或删除'))
  })
  it('is done by who may pass over it, where something stays owed', () => {
    expect(missing({ left: 5000 })).toMatchObject([{ overridable: true }])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPages, refusal, success } from '../kernel/testing/open-pages.ts'
import { debtWriteOff } from './calls/debt-write-off.gen.ts'
import { useEntry } from './use-entry.ts'

let pages: ReturnType<typeof openPages>
let answered: unknown[]

beforeEach(() => {
  pages = openPages()
  answered = []
})
afterEach(() => pages.close())

const open = (owed = 5000) =>
  pages.open(() =>
    useEntry(debtWriteOff, {
      start: { orderId: '9', voucherIds: [] },
      draft: { id: '9', fields: ['reason'] },
      also: ({ amount }) => ({ amount: (amount ?? 0) > owed && '不能超过欠款' }),
      toast: '已核销',
      onSent: (answer) => answered.push(answer),
    }),
  )

describe('the form of an action', () => {
  it('names what is missing and what the page knows better, and sends nothing', async () => {
    const page = await open()
    await page.sends(({ send }) => send())
    expect(page.now().problems).toEqual({ amount: '请输入核销金额', reason: '请填写核销原因' })
    await page.does(({ set }) => set({ amount: 5001, reason: '客户失联' }))
    await page.sends(({ send }) => send())
    expect(page.now().problems).toEqual({ amount: '不能超过欠款' })
    expect(pages.sent).toEqual([])
  })

  it('sends trimmed texts once, says so, and forgets its draft', async () => {
    const page = await open()
    await page.does(({ set }) => set({ amount: 5000, reason: ' 客户失联 ' }))
    pages.answers.push(success({ id: '1' }), success({ id: '2' }))
    await page.sends(({ send }) => Promise.all([send(), send()]))
    expect(pages.sent).toEqual([{ orderId: '9', amount: 5000, reason: '客户失联', voucherIds: [] }])
    expect([pages.toasts[0], answered[0]]).toEqual(['已核销', { id: '1' }])
    await page.unmount()
    expect((await open()).now().value.reason).toBeNull()
  })

  it('keeps the fields of its draft over a reload, and no others', async () => {
    const page = await open()
    await page.does(({ set }) => set({ amount: 5000, reason: '客户失联' }))
    await page.unmount()
    expect((await open()).now().value).toMatchObject({ amount: null, reason: '客户失联' })
  })

  it('keeps what was typed when no answer comes, and continues the same action', async () => {
    const page = await open()
    await page.does(({ set }) => set({ amount: 5000, reason: '客户失联' }))
    pages.answers.push('lost', 'lost', 'lost', 'lost')
    await page.sends(({ send }) => send())
    expect(page.now()).toMatchObject({ pending: false, value: { amount: 5000, reason: '客户失联' } })
    expect([answered, pages.toasts.length]).toEqual([[], 1])
    pages.answers.push(success({ id: '1' }))
    await page.sends(({ send }) => send())
    expect(answered).toEqual([{ id: '1' }])
  })

  it('shows a refusal at the field that the server names, until it is changed', async () => {
    const page = await open()
    await page.does(({ set }) => set({ amount: 5000, reason: '客户失联' }))
    pages.answers.push(refusal(4002, '金额已变为 3000', { field: 'amount' }))
    await page.sends(({ send }) => send())
    expect(page.now().problems).toEqual({ amount: '金额已变为 3000' })
    await page.does(({ set }) => set({ amount: 3000 }))
    expect(page.now().problems).toEqual({})
  })
})

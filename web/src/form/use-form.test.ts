import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPages, refusal, success } from '../kernel/testing/open-pages.ts'
import { companyEdit } from './calls/company-edit.gen.ts'
import { useForm } from './use-form.ts'

const stored = {
  companyId: '7',
  version: 3,
  name: '海港贸易',
  taxNo: null,
  address: null,
  phone: null,
  bank: null,
  bankAccount: null,
  note: '月结',
  tags: [],
}
const SAVED = success({ version: 4 })

let pages: ReturnType<typeof openPages>
let refetched: number
let saved: unknown[]

beforeEach(() => {
  pages = openPages()
  refetched = 0
  saved = []
})
afterEach(() => pages.close())

const open = (record: { now: typeof stored }) =>
  pages.open(() =>
    useForm(companyEdit, {
      id: '7',
      stored: record.now,
      refetch: () => refetched++,
      onSaved: (answer) => saved.push(answer),
    }),
  )
const save = (page: Awaited<ReturnType<typeof open>>) => page.sends(({ save }) => save())

describe('a form of a record', () => {
  it('names the wrong field, sends nothing, and takes the message back once the field is right', async () => {
    const page = await open({ now: stored })
    await page.does(({ fields }) => {
      fields.name.set(' ')
      fields.taxNo.set('123')
    })
    expect(page.now().problems).toEqual({})
    await save(page)
    expect(page.now().problems).toEqual({ name: '请填写单位名称', taxNo: '税号为15-20位数字或大写字母' })
    expect(pages.sent).toEqual([])
    await page.does(({ fields }) => fields.name.set('海港'))
    expect(page.now().problems).toEqual({ taxNo: '税号为15-20位数字或大写字母' })
  })

  it('keeps what was typed when a save fails, also over a reload, until it is saved', async () => {
    const page = await open({ now: stored })
    await page.does(({ fields }) => {
      fields.name.set(' 海港物流 ')
      fields.note.set('季结')
    })
    pages.answers.push('lost', 'lost', 'lost', 'lost')
    await save(page)
    expect(page.now()).toMatchObject({ dirty: 2, saving: false, value: { name: ' 海港物流 ', note: '季结' } })
    expect(saved).toEqual([])
    await page.unmount()
    const again = await open({ now: stored })
    expect(again.now()).toMatchObject({ dirty: 2, value: { name: ' 海港物流 ', note: '季结' } })
    pages.answers.push(SAVED)
    await save(again)
    expect(pages.sent.at(-1)).toEqual({ companyId: '7', version: 3, name: '海港物流', note: '季结', tags: [] })
    expect(saved).toEqual([{ version: 4 }])
    expect(again.now().dirty).toBe(0)
    await again.unmount()
    expect((await open({ now: stored })).now().dirty).toBe(0)
  })

  it('keeps what is typed while it is being saved', async () => {
    const page = await open({ now: stored })
    await page.does(({ fields }) => {
      fields.name.set('海港物流')
      fields.note.set('季结')
    })
    pages.answers.push(SAVED)
    await page.sends(async ({ save, fields }) => {
      const done = save()
      fields.note.set('年结')
      fields.bank.set('工商银行')
      fields.name.set('海港贸易')
      await done
    })
    expect(pages.sent.at(-1)).toMatchObject({ name: '海港物流', note: '季结' })
    expect(page.now()).toMatchObject({ dirty: 3, value: { name: '海港贸易', note: '年结', bank: '工商银行' } })
    await page.unmount()
    const record = { ...stored, version: 4, name: '海港物流', note: '季结' }
    expect((await open({ now: record })).now()).toMatchObject({
      ...{ dirty: 3, conflicts: 0 },
      value: { name: '海港贸易', note: '年结', bank: '工商银行' },
    })
  })

  it('is sent once, however often the button is tapped', async () => {
    const page = await open({ now: stored })
    await page.does(({ fields }) => fields.note.set('季结'))
    pages.answers.push(SAVED, SAVED)
    await page.sends(({ save }) => Promise.all([save(), save()]))
    expect(pages.sent).toHaveLength(1)
  })

  it("shows the server's message at its field, and tells one that has no field as a toast", async () => {
    const page = await open({ now: stored })
    await page.does(({ fields }) => fields.taxNo.set('91310000MA1K0000'))
    pages.answers.push(refusal(-2, '参数错误', { field: 'taxNo', 字段: '税号已被使用' }))
    await save(page)
    expect(page.now().problems).toEqual({ taxNo: '税号已被使用' })
    expect(page.now().refused).toBeUndefined()
    pages.answers.push(refusal(-3, '没有权限'))
    await save(page)
    expect(page.now().refused).toBe('没有权限')
    expect(pages.toasts).toContain('没有权限')
  })

  it('fetches the record that somebody else saved first, and lets the user decide about the field that both changed', async () => {
    const record = { now: stored }
    const page = await open(record)
    await page.does(({ fields }) => {
      fields.name.set('海港物流')
      fields.note.set('季结')
    })
    pages.answers.push(refusal(-5, '数据已被他人修改'))
    await save(page)
    expect([page.now().overtaken, refetched, pages.toasts]).toEqual([true, 1, []])
    record.now = { ...stored, version: 4, name: '海港集团', phone: '021-1234' as never }
    await page.render()
    expect(page.now()).toMatchObject({ conflicts: 1, value: { name: '海港物流', note: '季结', phone: '021-1234' } })
    expect(page.now().fields.name.theirs).toEqual({ value: '海港集团' })
    expect(page.now().fields.note.theirs).toBeUndefined()
    await page.does(({ fields }) => fields.name.decide('theirs'))
    expect(page.now()).toMatchObject({ conflicts: 0, value: { name: '海港集团', note: '季结' } })
    pages.answers.push(SAVED)
    await save(page)
    expect(pages.sent.at(-1)).toMatchObject({ version: 4, name: '海港集团', note: '季结', phone: '021-1234' })
    expect(page.now().overtaken).toBe(false)
  })
})

import { contract } from '@cheyi/contract/index'
import { beforeAll, expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { agreement } = contract
const clauses = [{ title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: true }]
const template = { type: 1 as const, version: 0, enabled: true, title: '本店租车合同', clauses, consent: '我同意' }

sharedMerchant()
let owner: { token: string }
beforeAll(async () => {
  owner = { token: w.tokens.owner }
})

it('starts with the product’s own, and every change is a version that stays to be read', async () => {
  const before = await t.call(agreement.templates, {}, owner)
  expect(before.variables).toContainEqual({ name: '承租方', sample: '张三' })
  expect(before.templates.map(({ type, version, title }) => [type, version, title])).toEqual([
    [1, 0, '机动车租赁合同'],
    [2, 0, '还车确认单'],
    [3, 0, '续租补充协议'],
    [4, 0, '机动车长期租赁合同'],
    [5, 0, '换车补充协议'],
    [7, 0, '提前终止协议'],
  ])
  expect(await t.call(agreement.saveTemplate, template, owner)).toEqual({ version: 1 })
  expect(await t.call(agreement.saveTemplate, { ...template, version: 1, title: '第二版' }, owner)).toEqual({
    version: 2,
  })
  const [pickup] = (await t.call(agreement.templates, {}, owner)).templates
  expect(pickup).toMatchObject({ version: 2, title: '第二版', clauses })
  expect(pickup!.history.map(({ version }) => version)).toEqual([2, 1])
  const read = (version: number) => t.call(agreement.templateVersion, { type: 1, version }, owner)
  expect((await read(1)).title).toBe('本店租车合同')
  expect((await read(0)).title).toBe('机动车租赁合同')
})

it('shows what it would print as a file that nobody names', async () => {
  const { version: _, enabled: __, ...written } = template
  const { pdfUrl } = await t.call(agreement.previewTemplate, written, owner)
  const file = await t.app.inject({ url: pdfUrl })
  expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' })
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const { rows } = await t.root.query(`select linked_at, order_id from media where biz = 'paper'`)
  expect(rows).toEqual([{ linkedAt: null, orderId: null }])
  expect((await t.call(agreement.templates, {}, owner)).templates[0]).toMatchObject({ version: 2 })
})

it('refuses clauses that do not say what is rented to whom', async () => {
  const vague = { ...template, type: 2, clauses: [{ title: '还车', text: '{{承租方}}已还车', strong: false }] }
  for (const call of [agreement.saveTemplate, agreement.previewTemplate])
    expect(await t.send(call, vague, owner)).toMatchObject({
      errorCode: -2,
      message: '参数错误：条款中还没有写明「车牌号」',
      data: { field: 'clauses' },
    })
})

it('refuses a variable that does not exist, by its name', async () => {
  const wrong = { ...template, type: 2, clauses: [{ title: '还车', text: '{{星座}}', strong: false }] }
  expect(await t.send(agreement.saveTemplate, wrong, owner)).toMatchObject({
    errorCode: -2,
    message: '参数错误：第1条中没有「星座」这个变量',
    data: { field: 'clauses.0.text' },
  })
})

it('lets one of two who edit the same version through', async () => {
  const save = (title: string) => t.send(agreement.saveTemplate, { ...template, type: 4, title }, owner)
  const answers = await Promise.all([save('甲的'), save('乙的')])
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
})

it('is for who sets the merchant up', async () => {
  expect(await t.send(agreement.saveTemplate, template, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})
